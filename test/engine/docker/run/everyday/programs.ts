/** Programs as people write them, in every language, whose results must be those of the same program elsewhere. */

/** Prints a line, waits for a line of input, and prints it. The usual calls of each language, without a flush. */
export const talkers: Readonly<Record<string, string>> = {
  python: 'print("first")\nprint(input())',
  javascript: 'console.log("first");\nprocess.stdin.once("data", (line) => console.log(String(line).trim()));',
  typescript:
    'console.log("first" as string);\nprocess.stdin.once("data", (line: Buffer) => console.log(String(line).trim()));',
  bash: 'echo first\nread -r line\necho "$line"',
  ruby: 'puts "first"\nputs gets',
  php: '<?php\necho "first\\n";\necho fgets(STDIN);',
  perl: 'print "first\\n";\nprint scalar <STDIN>;',
  lua: 'print("first")\nprint(io.read("l"))',
  r: 'cat("first\\n")\ncat(readLines(file("stdin"), n = 1), "\\n", sep = "")',
  c: '#include <stdio.h>\nint main(void) {\n  char line[64];\n  printf("first\\n");\n  if (fgets(line, sizeof line, stdin) == NULL) return 1;\n  printf("%s", line);\n  return 0;\n}',
  cpp: '#include <iostream>\n#include <string>\nint main() {\n  std::string line;\n  std::cout << "first\\n";\n  std::getline(std::cin, line);\n  std::cout << line << "\\n";\n}',
  go: 'package main\n\nimport (\n\t"bufio"\n\t"fmt"\n\t"os"\n)\n\nfunc main() {\n\tfmt.Println("first")\n\tline, _ := bufio.NewReader(os.Stdin).ReadString(\'\\n\')\n\tfmt.Print(line)\n}',
  rust: 'fn main() {\n    println!("first");\n    let mut line = String::new();\n    std::io::stdin().read_line(&mut line).unwrap();\n    print!("{line}");\n}',
  java: 'public class Main {\n  public static void main(String[] args) throws Exception {\n    System.out.println("first");\n    System.out.println(new java.io.BufferedReader(new java.io.InputStreamReader(System.in)).readLine());\n  }\n}',
};

/** The same of programs that Bash starts. Each reads its input without a buffer of its own. */
export const bashTalkers: Readonly<Record<string, string>> = {
  cat: 'echo first | cat\nread -r line\necho "$line" | cat',
  sed: 'echo FIRST | sed "s/.*/first/"\nread -r line\nprintf "%s\\n" "$line" | sed p | tail -1',
  grep: '(echo first; read -r line; echo "$line") | grep --line-buffered . | grep .',
  python3: 'python3 -c \'print("first"); print(input())\'',
  perl: 'perl -e \'print "first\\n"; print scalar <STDIN>\'',
  node: 'node -e \'console.log("first"); process.stdin.once("data", (line) => console.log(String(line).trim()))\'',
  awk: 'awk \'BEGIN { print "first"; getline line < "/dev/stdin"; print line }\'',
};

/** Starts a server on `localhost` of any free port, asks it, and prints its answer: `hi`. */
export const servers: Readonly<Record<string, string>> = {
  python: `import http.server, threading, urllib.request
class Hi(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers(); self.wfile.write(b"hi")
    def log_message(self, *args): pass
server = http.server.ThreadingHTTPServer(("localhost", 0), Hi)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(urllib.request.urlopen(f"http://localhost:{server.server_port}/").read().decode())`,
  javascript: `const server = require('node:http').createServer((_, answer) => answer.end('hi'));
server.listen(0, 'localhost', async () => {
  console.log(await (await fetch('http://localhost:' + server.address().port)).text());
  server.closeAllConnections(); server.close();
});`,
  go: `package main
import ("fmt"; "io"; "net"; "net/http")
func main() {
  listener, err := net.Listen("tcp", "localhost:0")
  if err != nil { panic(err) }
  go http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "hi") }))
  _, port, _ := net.SplitHostPort(listener.Addr().String())
  answer, err := http.Get("http://localhost:" + port)
  if err != nil { panic(err) }
  body, _ := io.ReadAll(answer.Body)
  fmt.Println(string(body))
}`,
  ruby: `require 'net/http'
require 'socket'
server = TCPServer.new('localhost', 0)
Thread.new { client = server.accept; client.gets; client.write "HTTP/1.0 200 OK\\r\\n\\r\\nhi"; client.close }
puts Net::HTTP.get(URI("http://localhost:#{server.addr[1]}/"))`,
  perl: `use IO::Socket::IP; use LWP::UserAgent;
my $server = IO::Socket::IP->new(LocalHost => 'localhost', Listen => 5) or die $@;
if (!fork) { my $client = $server->accept; <$client>; print $client "HTTP/1.0 200 OK\\r\\n\\r\\nhi"; close $client; exit }
print LWP::UserAgent->new->get('http://localhost:' . $server->sockport)->content, "\\n";`,
  php: `<?php
file_put_contents('/tmp/i.php', 'hi');
$server = proc_open(['php', '-S', 'localhost:8123', '-t', '/tmp'], [1 => ['file', '/dev/null', 'w'], 2 => ['pipe', 'w']], $pipes);
fgets($pipes[2]);
echo file_get_contents('http://localhost:8123/i.php'), "\\n";
proc_terminate($server);`,
};

/** Prints the number of processors that a runtime uses. */
export const processorCounts: readonly [language: string, code: string][] = [
  ['bash', 'nproc'],
  ['python', 'import os\nprint(os.cpu_count() if os.cpu_count() == len(os.sched_getaffinity(0)) else "differ")'],
  ['javascript', 'console.log(require("node:os").availableParallelism())'],
  ['ruby', 'require "etc"\nputs Etc.nprocessors'],
  ['c', '#include <stdio.h>\n#include <unistd.h>\nint main(void) { printf("%ld\\n", sysconf(_SC_NPROCESSORS_ONLN)); }'],
  ['go', 'package main\nimport ("fmt"; "runtime")\nfunc main() { fmt.Println(runtime.GOMAXPROCS(0)) }'],
  ['rust', 'fn main() { println!("{}", std::thread::available_parallelism().unwrap()); }'],
  [
    'java',
    'public class Main { public static void main(String[] a) { System.out.println(Runtime.getRuntime().availableProcessors()); } }',
  ],
];
