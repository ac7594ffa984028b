/** The programs that measure inside of a sandbox. Their arguments are the target and the sizes, as JSON. */
export interface Figures {
  value: number;
}

interface Measurement {
  name: string;
  unit: 'ms' | 'MB/s';
  code: string;
  /** Greatest multiple of the time with `full`; of a rate, the smallest part of it. */
  goals: { pass: number; intercept: number };
}

const opening = `
import http.client, json, socket, ssl, statistics, sys, time
target, sizes = sys.argv[1], json.loads(sys.argv[2])
context = ssl.create_default_context()
context.load_verify_locations('/work/ca.pem')
# Looked up once: with the network "full" the target is an address.
address = socket.gethostbyname(target)
def connect():
  plain = socket.create_connection((address, 443), timeout=60)
  plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
  connection = http.client.HTTPSConnection('bench.example', timeout=60, context=context)
  connection.sock = context.wrap_socket(plain, server_hostname='bench.example')
  return connection
def get(connection, path):
  connection.request('GET', path)
  return connection.getresponse().read()
def middle(count, work):
  times = []
  for _ in range(count):
    started = time.perf_counter()
    work()
    times.append((time.perf_counter() - started) * 1000)
  return statistics.median(times)
`;

const kept = (path: string) => `${opening}
connection = connect()
for _ in range(10): get(connection, '${path}')
print(json.dumps({'value': middle(sizes['requests'], lambda: get(connection, '${path}'))}))`;

export const measurements: readonly Measurement[] = [
  {
    name: 'a request on a kept connection, the server takes 20 ms',
    unit: 'ms',
    code: kept('/slow'),
    goals: { pass: 1.1, intercept: 1.2 },
  },
  {
    name: 'a request on a kept connection, the server answers at once',
    unit: 'ms',
    code: kept('/'),
    goals: { pass: 4, intercept: 8 },
  },
  {
    name: 'a new connection with one request',
    unit: 'ms',
    code: `${opening}
def once():
  connection = connect()
  get(connection, '/')
  connection.close()
for _ in range(3): once()
print(json.dumps({'value': middle(max(10, sizes['requests'] // 4), once)}))`,
    goals: { pass: 2, intercept: 3 },
  },
  {
    name: 'a large download',
    unit: 'MB/s',
    code: `${opening}
connection = connect()
connection.request('GET', f"/bytes/{sizes['megabytes'] * 1000000 - 4096}")
answer = connection.getresponse()
buffer, total, started = bytearray(1 << 20), 0, time.perf_counter()
while count := answer.readinto(buffer): total += count
print(json.dumps({'value': total / 1e6 / (time.perf_counter() - started)}))`,
    goals: { pass: 0.15, intercept: 0.08 },
  },
];
