trap '' INT # Ctrl-C in a terminal reaches all its processes; ours is the one to act on it
scratch=$1
shift
exec 3<&0
"$@" </dev/null 3<&- &
command=$!
{
	while read -r signal <&3; do kill -s "$signal" "$command"; done
	trap '' TERM
	kill -s KILL "$command"
	exit 3
} &
orders=$!
wait "$command"
code=$?
kill -s TERM "$orders"
wait "$orders"
[ $? -ne 3 ] || [ -z "$scratch" ] || rm -rf -- "$scratch"
exit "$code"
