package ingest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/crosswalk-graph/crosswalk/graph"
)

const card = graph.ID("object:quillstore/MEM-OBJ-card")

// The tests of this file are the rows of the case table of graph-model 1, in its order.

func TestSidecarAppearsAboveLoadedFile(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	path := write(t, dir, "quill/memory.txt", memo("Quillstore", "MEM-OBJ-card: Card"))
	load(t, g, Options{}, path)

	write(t, dir, sidecarFile, "name: study\n")
	sum := load(t, g, Options{}, path)
	wantOutcomes(t, sum, "memory.txt UNCHANGED")
	if f := sum.Files[0]; f.Location != "study:quill/memory.txt" || f.Was != path {
		t.Errorf("location %q, was %q", f.Location, f.Was)
	}

	// The same sidecar with something to say changes the facts.
	write(t, dir, sidecarFile, "name: study\nsources:\n- path: quill/*\n  run: AAS-2026-10-01-quillstore-07\n")
	wantOutcomes(t, load(t, g, Options{}, path), "memory.txt REPLACED")
	if exists(t, g, card) || !exists(t, g, "object:AAS-2026-10-01-quillstore-07/MEM-OBJ-card") {
		t.Error("the record has not moved into the stated run")
	}

	// It goes away again: the origin is renamed back, and says what it said at first.
	if err := os.Remove(filepath.Join(dir, sidecarFile)); err != nil {
		t.Fatal(err)
	}
	sum = load(t, g, Options{}, path)
	wantOutcomes(t, sum, "memory.txt REPLACED")
	if f := sum.Files[0]; f.Location != path || f.Was != "study:quill/memory.txt" {
		t.Errorf("location %q, was %q", f.Location, f.Was)
	}
	verify(t, g)
}

func TestSameFactsChangeNothing(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	text := memo("Quillstore", "MEM-OBJ-card: Card")
	path := write(t, dir, "memory.txt", text)
	load(t, g, Options{}, path)
	for name, same := range map[string]string{
		"the same bytes":     text,
		"CRLF":               strings.ReplaceAll(text, "\n", "\r\n"),
		"byte-order mark":    "\ufeff" + text,
		"blanks at the ends": strings.ReplaceAll(text, "\n", " \t\n") + "\n\n\n",
		"no line end":        strings.TrimRight(text, "\n"),
	} {
		write(t, dir, "memory.txt", same)
		sum := load(t, g, Options{}, path)
		if sum.Counts.Unchanged != 1 || sum.After != sum.Before {
			t.Errorf("%s: %+v, revision %d to %d", name, sum.Counts, sum.Before, sum.After)
		}
		// The bytes are noted all the same.
		if got := states(t, g); !slices.Equal(got, []string{"memory.txt SAME"}) {
			t.Errorf("%s: status %v", name, got)
		}
	}
}

func TestNewBytesReplace(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	path := write(t, dir, "memory.txt", memo("Quillstore", "MEM-OBJ-card: Card", "MEM-OBJ-note: Note"))
	load(t, g, Options{}, path)
	write(t, dir, "memory.txt", memo("Quillstore", "MEM-OBJ-card: File card"))
	if got := states(t, g); !slices.Equal(got, []string{"memory.txt CHANGED"}) {
		t.Errorf("status %v", got)
	}
	wantOutcomes(t, load(t, g, Options{}, path), "memory.txt REPLACED")
	if label := node(t, g, card).Props.String("label"); label != "File card" {
		t.Errorf("label %q", label)
	}
	if exists(t, g, "object:quillstore/MEM-OBJ-note") {
		t.Error("a record that the file no longer declares is still there")
	}
	verify(t, g)
}

func TestOtherRunReplaces(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	path := write(t, dir, "memory.txt", memo("Quillstore", "MEM-OBJ-card: Card"))
	load(t, g, Options{}, path)
	wantOutcomes(t, load(t, g, Options{Run: "AAS-2026-11-02-quillstore-01"}, path), "memory.txt REPLACED")
	if exists(t, g, card) {
		t.Error("the provisional run's record is still there")
	}
	run := node(t, g, "run:AAS-2026-11-02-quillstore-01")
	if run.Props.String("date") != "2026-11-02" || run.Props.Bool("provisional") {
		t.Errorf("run %v", run.Props)
	}
	wantOutcomes(t, load(t, g, Options{Run: "AAS-2026-11-02-quillstore-01"}, path), "memory.txt UNCHANGED")
}

func TestSecondLocationIsNoted(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	text := memo("Quillstore", "MEM-OBJ-card: Card")
	a, b := write(t, dir, "a/memory.txt", text), write(t, dir, "b/memory.txt", text)
	load(t, g, Options{}, a)
	sum := load(t, g, Options{}, b)
	wantOutcomes(t, sum, "memory.txt COPIED")
	if sum.After != sum.Before {
		t.Errorf("a second location made revision %d of %d", sum.After, sum.Before)
	}
	remove(t, g, a)
	if !exists(t, g, card) {
		t.Error("removing one of two locations removed the facts")
	}
	remove(t, g, b)
	if exists(t, g, card) {
		t.Error("the facts outlive their last location")
	}
}

func TestOtherFactsOfOneDocumentConflict(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	a := write(t, dir, "a.txt", memo("Quillstore", "MEM-OBJ-card: Card"))
	b := write(t, dir, "b.txt", memo("Quillstore", "MEM-OBJ-card: Another card", "MEM-OBJ-note: Note"))
	load(t, g, Options{}, a)
	sum := load(t, g, Options{}, b)
	wantOutcomes(t, sum, "b.txt REFUSED")
	wantCodes(t, sum, CodeConflictDocument)
	if d := the(t, sum, CodeConflictDocument); d.Subject.File != b || d.Subject.Start.Line != 1 || len(d.Related) != 1 || d.Related[0].Range.File != a {
		t.Errorf("the diagnostic does not name both places: %+v", d)
	}
	if exists(t, g, "object:quillstore/MEM-OBJ-note") {
		t.Error("a part of the refused document was applied")
	}
	if got := states(t, g); !slices.Equal(got, []string{"a.txt SAME", "b.txt REFUSED"}) {
		t.Errorf("status %v", got)
	}

	sum = load(t, g, Options{Replace: true}, b)
	wantOutcomes(t, sum, "b.txt ADDED")
	wantCodes(t, sum, CodeDisplaced)
	if label := node(t, g, card).Props.String("label"); label != "Another card" {
		t.Errorf("label %q after --replace", label)
	}
	if got := states(t, g); !slices.Equal(got, []string{"a.txt REFUSED", "b.txt SAME"}) {
		t.Errorf("status %v", got)
	}
	verify(t, g)
}

// Within one load --replace decides nothing: the first location counts.
func TestReplaceDoesNotDisplaceWithinALoad(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	write(t, dir, "a.txt", memo("Quillstore", "MEM-OBJ-card: Card"))
	write(t, dir, "b.txt", memo("Quillstore", "MEM-OBJ-card: Another card"))
	for range 2 {
		sum := load(t, g, Options{Replace: true}, dir)
		wantCodes(t, sum, CodeConflictDocument)
		if sum.Files[1].Outcome != Refused || node(t, g, card).Props.String("label") != "Card" {
			t.Errorf("outcomes %v", outcomes(sum))
		}
	}
}

func TestRecordMovesBetweenFiles(t *testing.T) {
	const shared = "run: AAS-2026-10-01-quillstore-07"
	for _, tt := range []struct{ name, from, to string }{{"forward", "a.txt", "b.txt"}, {"backward", "b.txt", "a.txt"}} {
		t.Run(tt.name, func(t *testing.T) {
			g, dir := openGraph(t), tempDir(t)
			write(t, dir, sidecarFile, "sources:\n- path: '*'\n  "+shared+"\n")
			write(t, dir, tt.from, member("memory", "Quillstore", "MEM-OBJ-card: Card", "MEM-OBJ-note: Note"))
			write(t, dir, tt.to, member("epistemic", "Quillstore", "EPI-OBJ-claim: Claim"))
			wantOutcomes(t, load(t, g, Options{}, dir), "a.txt ADDED", "b.txt ADDED")

			write(t, dir, tt.from, member("memory", "Quillstore", "MEM-OBJ-note: Note"))
			write(t, dir, tt.to, member("epistemic", "Quillstore", "EPI-OBJ-claim: Claim", "MEM-OBJ-card: Card"))
			wantOutcomes(t, load(t, g, Options{}, dir), "a.txt REPLACED", "b.txt REPLACED")
			moved := node(t, g, "object:AAS-2026-10-01-quillstore-07/MEM-OBJ-card")
			if moved.Props.String("document") != "document:AAS-2026-10-01-quillstore-07/epistemic" {
				t.Errorf("the record belongs to %s", moved.Props.String("document"))
			}
			verify(t, g)
		})
	}
}

// Groups are judged one after the other, so a swap across groups needs the last Apply.
func TestRecordsSwapBetweenGroups(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	write(t, dir, sidecarFile, "sources:\n- path: '{a,z}.txt'\n  run: AAS-2026-10-01-quillstore-07\n")
	write(t, dir, "a.txt", member("memory", "Quillstore", "MEM-OBJ-card: Card"))
	write(t, dir, "z.txt", member("epistemic", "Quillstore", "MEM-OBJ-note: Note"))
	for i := range groupFiles {
		write(t, dir, "m"+string(rune('A'+i/26))+string(rune('a'+i%26))+".txt", memo("Plover "+strings.Repeat("x", i+1), "MEM-OBJ-card: Card"))
	}
	load(t, g, Options{}, dir)
	write(t, dir, "a.txt", member("memory", "Quillstore", "MEM-OBJ-note: Note"))
	write(t, dir, "z.txt", member("epistemic", "Quillstore", "MEM-OBJ-card: Card"))
	sum := load(t, g, Options{}, dir)
	wantCodes(t, sum)
	if sum.Counts.Replaced != 2 || sum.Counts.Unchanged != groupFiles {
		t.Errorf("counts %+v", sum.Counts)
	}
	verify(t, g)
}

// Of more files than make a group, each declares what another one declared before. None can be judged
// without the others, so only one Apply of all that were refused can take them.
func TestRecordsRotateBetweenGroups(t *testing.T) {
	const files = 2*groupFiles + 2
	g, dir := openGraph(t), tempDir(t)
	write(t, dir, sidecarFile, "sources:\n- path: '*'\n  run: AAS-2026-10-01-quillstore-07\n  system: Quillstore\n")
	rotated := func(by int) {
		for i := range files {
			text := fmt.Sprintf("Part %d\n\nShared records\n\nOperative objects\n\nMEM-OBJ-part-n%d\n\nLabel: Part\n", i, (i+by)%files)
			write(t, dir, fmt.Sprintf("part%03d.txt", i), text)
		}
	}
	rotated(0)
	if sum := load(t, g, Options{}, dir); sum.Counts.Added != files {
		t.Fatalf("counts %+v", sum.Counts)
	}
	rotated(files / 2)
	sum := load(t, g, Options{}, dir)
	wantCodes(t, sum)
	if sum.Counts.Replaced != files {
		t.Errorf("counts %+v", sum.Counts)
	}
	if owner := node(t, g, "object:AAS-2026-10-01-quillstore-07/MEM-OBJ-part-n0").Props.String("document"); owner != "document:AAS-2026-10-01-quillstore-07/part-65" {
		t.Errorf("the first record belongs to %s", owner)
	}
	verify(t, g)
}

// What is over the cap of the last Apply is not judged in part, and not in silence.
func TestTooManyRefused(t *testing.T) {
	l := newLoader(openGraph(t), formats, Options{})
	l.refused = []*file{{size: lastBytes}, {size: 1}}
	if err := l.last(context.Background()); graph.CodeOf(err) != graph.Limit {
		t.Errorf("error %v", err)
	}
	l.refused = make([]*file, lastFiles+1)
	for i := range l.refused {
		l.refused[i] = &file{}
	}
	if err := l.last(context.Background()); graph.CodeOf(err) != graph.Limit {
		t.Errorf("error %v", err)
	}
}

// Members of one run that disagree about it: the role that the enum has first is believed.
func TestRolesDecideDisagreements(t *testing.T) {
	for _, order := range [][]string{{"a-memory.txt", "b-runtime.txt"}, {"b-runtime.txt", "a-memory.txt"}} {
		g, dir := openGraph(t), tempDir(t)
		write(t, dir, sidecarFile, "sources:\n- {path: '*', run: AAS-2026-10-01-quillstore-07}\n- {path: 'a*', revision: r-memory}\n- {path: 'b*', revision: r-runtime}\n")
		write(t, dir, "a-memory.txt", member("memory", "Quillstore"))
		write(t, dir, "b-runtime.txt", member("runtime", "Quillstore"))
		for _, name := range order {
			load(t, g, Options{}, filepath.Join(dir, name))
		}
		run := node(t, g, "run:AAS-2026-10-01-quillstore-07")
		if run.Props.String("revision") != "r-runtime" || !slices.Equal(run.Disagreements, []string{"revision"}) {
			t.Errorf("%v: revision %q, disagreements %v", order, run.Props.String("revision"), run.Disagreements)
		}
	}
}

func TestTwoDeclarationsOfOneRecord(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	write(t, dir, sidecarFile, "sources:\n- path: '*'\n  run: AAS-2026-10-01-quillstore-07\n")
	a := write(t, dir, "a.txt", member("memory", "Quillstore", "MEM-OBJ-card: Card"))
	b := write(t, dir, "b.txt", member("epistemic", "Quillstore", "MEM-OBJ-card: Card", "EPI-OBJ-note: Note"))
	sum := load(t, g, Options{}, dir)
	wantOutcomes(t, sum, "a.txt ADDED", "b.txt REFUSED")
	wantCodes(t, sum, CodeConflictRecord)
	d := the(t, sum, CodeConflictRecord)
	text := member("epistemic", "Quillstore", "MEM-OBJ-card: Card", "EPI-OBJ-note: Note")
	if at := d.Subject; at.File != b || at.Start.Line != 9 || text[at.Start.Byte:at.End.Byte] != "MEM-OBJ-card" || d.Related[0].Range.File != a {
		t.Errorf("the diagnostic does not name both places: %+v", d)
	}
	if got := states(t, g); !slices.Equal(got, []string{"a.txt SAME", "b.txt REFUSED"}) {
		t.Errorf("status %v", got)
	}

	// The winner goes: the loser is ready, and the next load takes it.
	remove(t, g, a)
	if got := states(t, g); !slices.Equal(got, []string{"b.txt READY"}) {
		t.Errorf("status %v", got)
	}
	wantOutcomes(t, load(t, g, Options{}, b), "b.txt ADDED")
	if got := states(t, g); !slices.Equal(got, []string{"b.txt SAME"}) {
		t.Errorf("status %v", got)
	}
	verify(t, g)
}

func TestVanishedFile(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	a := write(t, dir, "a.txt", memo("Quillstore", "MEM-OBJ-card: Card"))
	write(t, dir, "b.txt", memo("Harbour Log", "MEM-OBJ-entry: Entry"))
	outside := write(t, tempDir(t), "c.txt", memo("Plover", "MEM-OBJ-beacon: Beacon"))
	load(t, g, Options{}, dir, outside)
	for _, path := range []string{a, outside} {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	wantOutcomes(t, load(t, g, Options{}, dir), "b.txt UNCHANGED")
	if got := states(t, g); !exists(t, g, card) || !slices.Contains(got, "a.txt MISSING") {
		t.Errorf("without prune: status %v", got)
	}

	var shown []string
	agree := false
	prune := Options{Prune: true, Confirm: func(gone []graph.Origin) bool {
		shown = nil
		for _, o := range gone {
			shown = append(shown, o.Location)
		}
		return agree
	}}
	load(t, g, prune, dir)
	if !slices.Equal(shown, []string{a}) || !exists(t, g, card) {
		t.Errorf("shown %v; removed without agreement: %v", shown, !exists(t, g, card))
	}
	agree = true
	sum := load(t, g, prune, dir)
	if len(sum.Pruned) != 1 || exists(t, g, card) {
		t.Errorf("pruned %v", sum.Pruned)
	}
	if !exists(t, g, "object:plover/MEM-OBJ-beacon") {
		t.Error("an origin outside the given folder was pruned")
	}
	verify(t, g)
}

// A file that is renamed and edited takes the place of the one that is gone, when pruning says so.
func TestPruneMakesRoomForRenamedFile(t *testing.T) {
	g, dir := openGraph(t), tempDir(t)
	old := write(t, dir, "old.txt", memo("Quillstore", "MEM-OBJ-card: Card"))
	load(t, g, Options{}, dir)
	if err := os.Remove(old); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "new.txt", memo("Quillstore", "MEM-OBJ-card: File card"))
	sum := load(t, g, Options{Prune: true, Confirm: func([]graph.Origin) bool { return true }}, dir)
	wantOutcomes(t, sum, "new.txt ADDED")
	wantCodes(t, sum)
	if got := states(t, g); !slices.Equal(got, []string{"new.txt SAME"}) {
		t.Errorf("status %v", got)
	}
}

func TestOrderOfLoadingDoesNotCount(t *testing.T) {
	dir := tempDir(t)
	names := []string{"a.txt", "b.txt", "c.txt", "d.txt"}
	for i, name := range names {
		text := memo([]string{"Quillstore", "quillstore", "Harbour Log", "Plover"}[i], "MEM-OBJ-card: Card")
		write(t, dir, name, strings.Replace(text, "settle", "settle in MEM-RTE-"+[]string{"way", "way", "path", "walk"}[i], 1))
	}
	write(t, dir, sidecarFile, "sources:\n- {path: b.txt, run: AAS-2026-10-01-quillstore-07, aliases: [Quill]}\n")
	var want string
	for _, order := range permutations(names) {
		g := openGraph(t)
		for _, name := range order {
			load(t, g, Options{}, filepath.Join(dir, name))
		}
		got := fingerprint(t, g)
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("order %v gives another fingerprint", order)
		}
		system := node(t, g, "system:quillstore").Props
		if system.String("name") != "Quillstore" || !slices.Equal(system.List("spellings"), []string{"Quillstore", "quillstore"}) ||
			!slices.Equal(system.List("aliases"), []string{"Quill"}) {
			t.Errorf("order %v: system %v", order, system)
		}
	}
	g := openGraph(t)
	load(t, g, Options{}, dir)
	if fingerprint(t, g) != want {
		t.Error("loading the folder gives another fingerprint than loading its files")
	}
}

func TestCorrectTakeBackBringBack(t *testing.T) {
	ctx := context.Background()
	g, dir := openGraph(t), tempDir(t)
	write(t, dir, "b.txt", memo("Harbour Log", "MEM-OBJ-entry: Entry"))
	load(t, g, Options{}, dir)
	without := fingerprint(t, g)

	path := write(t, dir, "a.txt", memo("Quillstore", "MEM-OBJ-card: Crad"))
	load(t, g, Options{}, dir)
	first := fingerprint(t, g)
	write(t, dir, "a.txt", memo("Quillstore", "MEM-OBJ-card: Card"))
	load(t, g, Options{}, dir)
	corrected := fingerprint(t, g)

	document := []graph.ID{"document:quillstore/memory"}
	if _, err := g.BringBack(ctx, document); err != nil {
		t.Fatal(err)
	}
	if fingerprint(t, g) != first || node(t, g, card).Props.String("label") != "Crad" {
		t.Error("bringing back is not as before the correction")
	}
	load(t, g, Options{}, dir)
	if fingerprint(t, g) != corrected {
		t.Error("loading again is not the correction")
	}
	remove(t, g, path)
	if fingerprint(t, g) != without || exists(t, g, card) {
		t.Error("taking back leaves something")
	}
	if _, err := g.BringBack(ctx, document); err != nil {
		t.Fatal(err)
	}
	if fingerprint(t, g) != corrected {
		t.Error("bringing back after taking back is not the correction")
	}
	verify(t, g)
}

func TestCheckFindsWhatLoadWouldRefuse(t *testing.T) {
	dir := tempDir(t)
	write(t, dir, sidecarFile, "sources:\n- path: '*'\n  run: AAS-2026-10-01-quillstore-07\n")
	write(t, dir, "a.txt", member("memory", "Quillstore", "MEM-OBJ-card: Card"))
	write(t, dir, "b.txt", member("memory", "Quillstore", "MEM-OBJ-card: Other"))
	write(t, dir, "c.txt", member("epistemic", "Quillstore", "MEM-OBJ-card: Card"))
	write(t, dir, "d.txt", member("memory", "Quillstore", "MEM-OBJ-card: Card"))
	sum, err := Check(context.Background(), formats, []string{dir}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	addsUp(t, sum)
	wantOutcomes(t, sum, "a.txt CHECKED", "b.txt REFUSED", "c.txt REFUSED", "d.txt CHECKED")
	wantCodes(t, sum, CodeConflictDocument, CodeConflictRecord)
}

// states lists "base name STATE" in order of location.
func states(t testing.TB, g *graph.Graph) (list []string) {
	t.Helper()
	all, err := Status(context.Background(), g)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		list = append(list, filepath.Base(s.Origin.Path)+" "+string(s.State))
	}
	return list
}

// remove takes back what an origin said.
func remove(t testing.TB, g *graph.Graph, location string) {
	t.Helper()
	change, err := g.Apply(context.Background(), []graph.Batch{{Origin: graph.Origin{Location: location}}})
	if err != nil || change.Outcomes[0].Result != graph.Removed {
		t.Fatalf("removing %s: %v, %v", location, change, err)
	}
}

func permutations(list []string) (all [][]string) {
	if len(list) <= 1 {
		return [][]string{slices.Clone(list)}
	}
	for i := range list {
		rest := slices.Delete(slices.Clone(list), i, i+1)
		for _, p := range permutations(rest) {
			all = append(all, append([]string{list[i]}, p...))
		}
	}
	return all
}
