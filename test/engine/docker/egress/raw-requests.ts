/**
 * Python for a run: `ask(request, host)` sends bytes over TLS and prints the status of the answer, or how the connection
 * ended. `body_of` returns the body of an answer.
 */
export const rawRequests = `
import base64, os, socket, ssl, sys, time
context = ssl.create_default_context()
token = os.environ.get('TOKEN', '')
def open_tls(host, name=None):
  plain = socket.create_connection((host, 443), timeout=20)
  return context.wrap_socket(plain, server_hostname=name or host)
def answer_to(request, host):
  try:
    with open_tls(host) as connection:
      connection.sendall(request.encode('latin1') if isinstance(request, str) else request)
      parts = []
      while part := connection.recv(65536): parts.append(part)
      return b''.join(parts)
  except OSError as error:
    return b'reset 000 ' + type(error).__name__.encode()
def ask(request, host):
  answer = answer_to(request, host)
  print(answer.split()[1].decode() if answer else 'closed', flush=True)
  return answer
def get(host, path='/', *fields, body=''):
  lines = [f'GET {path} HTTP/1.1', f'Host: {host}', 'Connection: close', *fields]
  return '\\r\\n'.join(lines) + '\\r\\n\\r\\n' + body
`;
