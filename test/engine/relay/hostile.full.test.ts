import { expect, test } from 'vitest';
import { describeWithRelay, requestProgram, startRelaySession } from '../../support/init/relay-suite.ts';

/** Functions for the programs of these tests. `ask` returns the answer to a message, or null. */
const prelude = `
import os, random, socket, struct
server = ('127.0.0.1', 53)
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
udp.settimeout(0.3)
def name(text): return b''.join(bytes([len(part)]) + part for part in text.encode().split(b'.') if part) + b'\\0'
def query(text='api.example', kind=1, klass=1, flags=0x0100, counts=(1, 0, 0, 0), rest=b''):
  return struct.pack('>6H', 0x1234, flags, *counts) + name(text) + struct.pack('>2H', kind, klass) + rest
def ask(message):
  udp.sendto(message, server)
  try: return udp.recv(2000)
  except TimeoutError: return None
def code(message):
  answer = ask(message)
  return None if answer is None else answer[3] & 15
`;

const rules = ['deny', 'rule', 'api.example', '443', 'rule', '*.example', '443'];

describeWithRelay('the name server', () => {
  test('repeats the question as it was asked, and answers with one address', async () => {
    const { python } = await startRelaySession(rules);
    const { output, errors } = await python(`${prelude}
asked = query('aPi.eXAmple')
answer = ask(asked)
print(answer[:2] == asked[:2], answer[12:len(asked)] == asked[12:], struct.unpack('>5H', answer[2:12]))
print(answer[len(asked):].hex())`);
    expect(errors).toBe('');
    expect(output).toBe('True True (33152, 1, 1, 0, 0)\nc00c000100010000000100047f400001\n');
  });

  test('answers queries with an OPT record, and over TCP in pieces and one after the other', async () => {
    const { python } = await startRelaySession(rules);
    const { output, errors } = await python(`${prelude}
option = b'\\0' + struct.pack('>HHIH', 41, 1232, 0, 12) + struct.pack('>HH', 10, 8) + b'cookies!'
print(code(query(counts=(1, 0, 0, 1), rest=option)))
client = socket.create_connection(server)
message = query()
framed = struct.pack('>H', len(message)) + message
for byte in framed: client.sendall(bytes([byte]))
answer = client.recv(2000)
print(struct.unpack('>H', answer[:2])[0] == len(answer) - 2, answer[-4:].hex())
client.sendall(framed * 20)
answers = b''
while len(answers) < 20 * len(answer): answers += client.recv(2000)
print(answers == answer * 20)`);
    expect([output, errors]).toEqual(['0\nTrue 7f400001\nTrue\n', '']);
  });

  test.each([
    ['another operation', 'query(flags=0x2800)', '4'],
    ['two questions', 'query(counts=(2, 0, 0, 0))', '1'],
    ['no question', 'query(counts=(0, 0, 0, 0))', '1'],
    ['bytes after the question', 'query(rest=b"x")', '1'],
    ['an answer in the query', 'query(counts=(1, 1, 0, 0))', '1'],
    ['a short OPT record', 'query(counts=(1, 0, 0, 1), rest=bytes(5))', '1'],
    ['an OPT record with a length that is a lie', 'query(counts=(1,0,0,1), rest=bytes([0,0,41,4,0,0,0,0,0,9,9]))', '1'],
    ['a compressed name', 'struct.pack(">6H", 1, 256, 1, 0, 0, 0) + bytes([0xc0, 12, 0, 1, 0, 1])', '1'],
    ['a label that exceeds the message', 'struct.pack(">6H", 1, 256, 1, 0, 0, 0) + bytes([60]) + b"abc"', '1'],
    ['a name without an end', 'struct.pack(">6H", 1, 256, 1, 0, 0, 0) + bytes([3]) + b"abc"', '1'],
    ['a name of 254 characters', 'query(".".join(["a" * 49] * 5) + ".abcd")', '1'],
    ['another class', 'query(klass=3)', '5'],
    ['an answer', 'query(flags=0x8100)', 'None'],
    ['half a header', 'query()[:11]', 'None'],
    ['the root', 'query("")', '3'],
    ['a space in a label', 'query("a b.example")', '3'],
    ['a number as its last label', 'query("127.1")', '3'],
  ])('answers a query with %s', async (_name, message, expected) => {
    const { python, labels } = await startRelaySession(['ask']);
    expect(await python(`${prelude}\nprint(code(${message}))`)).toMatchObject({ output: `${expected}\n`, errors: '' });
    expect(labels).toEqual([]);
  });

  test('accepts a name of 253 characters', async () => {
    const { python, labels } = await startRelaySession(['deny']);
    const { output } = await python(`${prelude}\nprint(code(query(".".join(["a" * 49] * 5) + ".abc")))`);
    expect(output).toBe('3\n');
    expect(labels[0]).toHaveLength('dns '.length + 253);
  });

  test('survives 20,000 random, cut and changed messages over UDP, and 2,000 over TCP', async () => {
    const { python } = await startRelaySession(rules);
    const { output, errors } = await python(`${prelude}
random.seed(1)
option = b'\\0' + struct.pack('>HHIH', 41, 1232, 0, 0)
def hostile():
  kind = random.randrange(4)
  if kind == 0: return os.urandom(random.randrange(600))
  message = bytearray(query(random.choice(['api.example', 'x.example', 'other.test']), counts=(1, 0, 0, 1), rest=option))
  if kind == 1: return bytes(message[:random.randrange(len(message))])
  for _ in range(random.randrange(1, 6)): message[random.randrange(len(message))] = random.randrange(256)
  return bytes(message) + (os.urandom(random.randrange(2000)) if kind == 3 else b'')
udp.setblocking(False)
for index in range(20000):
  try: udp.sendto(hostile(), server)
  except BlockingIOError: pass
  try:
    while True: udp.recv(2000)
  except BlockingIOError: pass
clients = []
for index in range(2000):
  client = socket.create_connection(server)
  message = hostile()
  length = len(message) if random.randrange(2) else random.randrange(65536)
  try: client.sendall(struct.pack('>H', length) + message)
  except OSError: pass
  clients.append(client)
  if len(clients) == 100: clients.clear()
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
udp.settimeout(5)
print(code(query()))`);
    expect([output, errors]).toEqual(['0\n', '']);
    expect((await python(requestProgram, 'api.example', '443')).output).toContain('tcp api.example 443');
  });

  test('serves only its port: other UDP is refused at once', async () => {
    const { python } = await startRelaySession(rules);
    const { output } = await python(`${prelude}
for address in [('127.0.0.1', 443), (socket.gethostbyname('api.example'), 443), (socket.gethostbyname('api.example'), 53)]:
  client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
  client.settimeout(3)
  client.connect(address)
  client.send(b'x')
  try: client.recv(10)
  except ConnectionRefusedError: print('refused')
try: socket.create_connection(('1.1.1.1', 443), 3)
except OSError as error: print(error.errno)`);
    expect(output).toBe('refused\nrefused\nrefused\n101\n');
  });
});
