package ingest
import ("testing";"os";"path/filepath";"syscall";"time";"fmt";"slices";"github.com/crosswalk-graph/crosswalk/internal/reportgen";"github.com/crosswalk-graph/crosswalk/internal/sharedtest";"github.com/crosswalk-graph/crosswalk/graph")
func cpu() time.Duration { var r syscall.Rusage; syscall.Getrusage(1 /*thread*/, &r); return time.Duration(r.Utime.Nano()+r.Stime.Nano()) }
func TestZZ(t *testing.T){
 var texts []string
 for _,n:=range sharedtest.Seeds(t) { d,_:=os.ReadFile(n); texts=append(texts,string(d)) }
 d,_:=os.ReadFile(filepath.Join("..","examples","quillstore","memory.txt")); texts=append(texts,string(d), reportgen.Report(1,reportgen.Small), reportgen.Report(1,reportgen.Shape{Objects:1000,Routes:1000}))
 for _,text:=range texts {
  doc:=parseExample(t,"x",text)
  n:=max(1,10_000_000/len(text))
  var best, bestSeal time.Duration = 1<<60,1<<60
  for range 5 {
  c:=cpu0()
  for range n { Lower(doc,quill) }
  best=min(best,cpu0()-c)
  b,_:=Lower(doc,quill)
  // seal again on shuffled
  cs:=slices.Clone(b.Contributions); rs:=slices.Clone(b.Relationships)
  c=cpu0()
  for range n { copy(b.Contributions,cs); copy(b.Relationships,rs); b.Seal() }
  bestSeal=min(bestSeal,cpu0()-c)
  }
  mb:=float64(n*len(text))/1e6
  fmt.Printf("%d bytes: lower %.1f MB/s, seal of sorted %.1f MB/s\n",len(text),mb/best.Seconds(),mb/bestSeal.Seconds())
 }
 _=graph.Route
}
func cpu0() time.Duration { var r syscall.Rusage; syscall.Getrusage(0, &r); return time.Duration(r.Utime.Nano()+r.Stime.Nano()) }
