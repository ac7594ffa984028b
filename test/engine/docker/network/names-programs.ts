/** Programs that connect to port 8080 of each name in their arguments. Each prints JSON lines: [name, answer or error, seconds]. */
const python = `
import json, socket, sys, time
for name in sys.argv[1:]:
  begun = time.monotonic()
  try: answer = socket.create_connection((name, 8080), timeout=60).recv(99).decode()
  except OSError as error: answer = str(error)
  print(json.dumps([name, answer, time.monotonic() - begun]))`;

const javascript = `
import { connect } from 'node:net';
for (const name of process.argv.slice(2)) {
  const begun = performance.now();
  const answer = await new Promise((resolve) =>
    connect(8080, name).on('data', (data) => resolve(String(data))).on('error', (error) => resolve(error.code)));
  console.log(JSON.stringify([name, answer, (performance.now() - begun) / 1000]));
}`;

/** Uses Node's resolver c-ares, which sends its own queries instead of calling the C library. */
const cares = `
import { resolve4 } from 'node:dns/promises';
for (const name of process.argv.slice(2)) {
  const begun = performance.now();
  const answer = await resolve4(name).then(() => 'hello from far', (error) => error.code);
  console.log(JSON.stringify([name, answer, (performance.now() - begun) / 1000]));
}`;

const bash = `
for name in "$@"; do
  begun=$EPOCHREALTIME
  answer=$(curl -sS --http0.9 "http://$name:8080/" 2>&1)
  took=$(( \${EPOCHREALTIME/./} - \${begun/./} ))
  printf '["%s","%s",%d.%06d]\\n' "$name" "$answer" $((took / 1000000)) $((took % 1000000))
done`;

const go = `
package main
import ("encoding/json"; "fmt"; "io"; "net"; "os"; "time")
func main() {
  for _, name := range os.Args[1:] {
    begun, answer := time.Now(), ""
    if socket, err := net.Dial("tcp", name+":8080"); err != nil { answer = err.Error() } else {
      bytes, _ := io.ReadAll(socket)
      answer = string(bytes)
    }
    line, _ := json.Marshal([]any{name, answer, time.Since(begun).Seconds()})
    fmt.Println(string(line))
  }
}`;

/** Clients with their resolvers: the C library for the first two, then Node's c-ares, libcurl and Go's resolver. */
export const namePrograms = {
  python: { language: 'python', code: python },
  javascript: { language: 'javascript', code: javascript },
  'c-ares': { language: 'javascript', code: cares },
  curl: { language: 'bash', code: bash },
  go: { language: 'go', code: go },
} as const;

/** Sends 500 queries at once to the resolver of the network holder, and prints the number of answers. */
export const manyQuestions = {
  language: 'python',
  code: `
import socket
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
s.connect(('127.0.0.1', 53))
s.settimeout(8)
for i in range(500):
  label = b'many%d' % i
  s.send(i.to_bytes(2) + bytes.fromhex('01000001000000000000') + bytes([len(label)]) + label + b'\\x04test\\0\\0\\1\\0\\1')
answered = set()
try:
  while len(answered) < 500: answered.add(s.recv(512)[:2])
except TimeoutError: pass
print(len(answered))`,
} as const;
