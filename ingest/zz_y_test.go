package ingest
import ("testing";"bytes";"errors";"go.yaml.in/yaml/v4")
func TestY(t *testing.T){ for _,s:=range []string{"a: b\nmembers:\n  - [","a: b\nc: d: e\nf: g\n","a: 1\n\tb: 2\n", "a: \"x\nb: 2\n"} {
 l,_:=yaml.NewLoader(bytes.NewReader([]byte(s))); var n yaml.Node; err:=l.Load(&n); var le *yaml.LoadError; errors.As(err,&le); t.Logf("%q %v %+v",s,err,le.Mark)}}
