package rendered

import ("testing";"os";"fmt";"encoding/json";"github.com/crosswalk-graph/crosswalk/ingest/diag";"github.com/crosswalk-graph/crosswalk/internal/sharedtest")

func TestDump(t *testing.T){
 for _,s:=range sharedtest.Seeds(t){
  b,_:=os.ReadFile(s)
  d,l:=Format{}.Parse(diag.Source{Name:s,Bytes:b})
  fmt.Println(s,d.Title,"|",d.System,"|",d.Role,d.Revision,d.Lines,len(d.Records),len(d.Annotations),len(d.Passages),len(d.Coverage),len(d.Ideas),len(d.Issues),"cites",len(d.Citations),"src",len(d.Sources),"paths",len(d.Paths),"ident",len(d.Identities),len(d.Losses))
  for _,x:=range l{fmt.Println(x.Subject.Start,x.Severity,x.Code,x.Summary)}
  j,_:=json.MarshalIndent(d,""," ")
  os.WriteFile("/tmp/dump-"+d.System+".json",j,0644)
 }
}
