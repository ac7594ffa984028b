/**
 * Attempts of a hostile Python program to leave its sandbox, each with the error that the kernel must return. Kernels
 * differ, so some patterns allow several errors. `libc(…)` raises the errno of the call.
 */
export interface Drill {
  what: string;
  code: string;
  refusal: RegExp;
}

/** Makes each attempt in its own process and prints one line for it: the error, or `BROKEN` if it succeeded. */
export function drillProgram(attempts: readonly Drill[]): string {
  return `
import ctypes, errno, os, socket, stat, sys
lib = ctypes.CDLL(None, use_errno=True)
buffer = ctypes.create_string_buffer(256)
vector = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 8)
def libc(name, *arguments):
  result = getattr(lib, name)(*arguments)
  if result == -1: raise OSError(ctypes.get_errno(), name)
  return result
def call(x86, arm, *arguments): return libc('syscall', arm if os.uname().machine == 'aarch64' else x86, *arguments)
def attempt(code):
  try: print('BROKEN', eval(code), flush=True)
  except OSError as error: print(errno.errorcode[error.errno], flush=True)
for code in ${JSON.stringify(attempts.map(({ code }) => code))}:
  child = os.fork()
  if child == 0: attempt(code); os._exit(0)
  os.waitpid(child, 0)
`;
}

const connectUnix = (path: string) => `socket.socket(socket.AF_UNIX).connect('${path}')`;
const denied = /^(EACCES|EPERM)$/;
const notPermitted = /^EPERM$/;
const readOnly = /^(EROFS|EACCES)$/;

export const drills: readonly Drill[] = [
  { what: 'the socket of Docker', code: connectUnix('/var/run/docker.sock'), refusal: /^ENOENT$/ },
  { what: 'the socket of containerd', code: connectUnix('/run/containerd/containerd.sock'), refusal: /^ENOENT$/ },
  { what: 'the memory of init', code: "open('/proc/1/mem', 'rb')", refusal: denied },
  { what: 'the environment of init', code: "open('/proc/1/environ', 'rb').read()", refusal: denied },
  { what: 'the root of init', code: "os.listdir('/proc/1/root/')", refusal: denied },
  { what: 'the descriptors of init', code: "os.listdir('/proc/1/fd')", refusal: denied },
  { what: 'the output of init, to forge frames', code: "open('/proc/1/fd/1', 'wb')", refusal: denied },
  { what: 'a descriptor of init by pidfd', code: 'call(438, 438, os.pidfd_open(1), 1, 0)', refusal: denied },
  { what: 'tracing init', code: "libc('ptrace', 16, 1, 0, 0)", refusal: notPermitted },
  { what: 'seizing init', code: "libc('ptrace', 0x4206, 1, 0, 0)", refusal: notPermitted },
  { what: 'reading init from outside', code: 'call(310, 270, 1, vector, 1, vector, 1, 0)', refusal: denied },
  { what: 'the limits of init', code: "__import__('resource').prlimit(1, 7, (1, 1))", refusal: denied },
  { what: 'a key in a keyring', code: "call(248, 217, b'user', b'k', b'v', 1, -3)", refusal: notPermitted },
  { what: 'reading a keyring', code: 'call(250, 219, 0, -3, 0)', refusal: notPermitted },
  { what: 'mounting', code: "libc('mount', b'none', b'/tmp', b'tmpfs', 0, None)", refusal: notPermitted },
  { what: 'mounting with fsopen', code: "call(430, 430, b'tmpfs', 0)", refusal: /^(EPERM|ENOSYS)$/ },
  { what: 'unmounting', code: "libc('umount2', b'/work', 2)", refusal: notPermitted },
  { what: 'another root folder', code: "os.chroot('/tmp')", refusal: notPermitted },
  { what: 'a user namespace', code: "libc('unshare', 0x10000000)", refusal: notPermitted },
  { what: 'a mount namespace', code: "libc('unshare', 0x00020000)", refusal: notPermitted },
  { what: 'the namespace of init', code: "libc('setns', os.open('/proc/1/ns/net', 0), 0)", refusal: denied },
  { what: 'a raw socket', code: 'socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)', refusal: notPermitted },
  { what: 'a packet socket', code: 'socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 3)', refusal: notPermitted },
  { what: 'a vsock socket', code: 'socket.socket(40, socket.SOCK_STREAM)', refusal: notPermitted },
  {
    what: 'a socket of the kernel’s crypto API',
    code: 'socket.socket(38, socket.SOCK_SEQPACKET)',
    refusal: notPermitted,
  },
  { what: 'io_uring', code: 'call(425, 425, 8, buffer)', refusal: notPermitted },
  {
    what: 'an eBPF program',
    code: 'call(321, 280, 5, buffer, 128)',
    refusal: notPermitted,
  },
  {
    what: 'a block device',
    code: "os.mknod('/work/disk', 0o600 | stat.S_IFBLK, os.makedev(8, 0))",
    refusal: notPermitted,
  },
  {
    what: 'a character device',
    code: "os.mknod('/work/mem', 0o600 | stat.S_IFCHR, os.makedev(1, 1))",
    refusal: notPermitted,
  },
  { what: 'the memory of the machine', code: "open('/dev/mem', 'rb')", refusal: /^(ENOENT|EACCES|EPERM)$/ },
  { what: 'the kernel’s log', code: "open('/dev/kmsg', 'rb')", refusal: /^(ENOENT|EACCES|EPERM)$/ },
  { what: 'changing the user', code: 'os.setuid(0)', refusal: notPermitted },
  { what: 'changing the owner of a file', code: "os.chown('/work/main.py', 0, 0)", refusal: notPermitted },
  { what: 'writing to a file of the image', code: "open('/usr/bin/python3', 'r+b')", refusal: readOnly },
  { what: 'a new file in the image', code: "open('/usr/local/bin/ls', 'w')", refusal: readOnly },
  { what: 'writing to init itself', code: "open('/sbin/strongroom-init', 'r+b')", refusal: readOnly },
  {
    what: 'a hard link in the image',
    code: "os.link('/etc/passwd', '/etc/passwd2')",
    refusal: /^(EROFS|EPERM|EACCES)$/,
  },
  { what: 'the core dump pattern', code: "open('/proc/sys/kernel/core_pattern', 'w')", refusal: readOnly },
  { what: 'the SysRq trigger', code: "open('/proc/sysrq-trigger', 'w')", refusal: /^(EROFS|EACCES|ENOENT)$/ },
  { what: 'the control groups', code: "os.mkdir('/sys/fs/cgroup/memory/out')", refusal: /^(EROFS|EACCES|ENOENT)$/ },
  { what: 'the clock', code: "__import__('time').clock_settime(0, 0.0)", refusal: notPermitted },
  { what: 'loading a module', code: "call(313, 273, 0, b'', 0)", refusal: notPermitted },
  { what: 'handling its own page faults', code: 'call(323, 282, 0)', refusal: notPermitted },
  { what: 'performance counters', code: 'call(298, 241, buffer, 0, -1, -1, 0)', refusal: notPermitted },
  { what: 'a NUMA memory policy', code: 'call(237, 235, 0, 0, 0, 0, 0, 0)', refusal: notPermitted },
  { what: 'opening a file by its handle', code: 'call(304, 265, -1, buffer, 0)', refusal: notPermitted },
  { what: 'rebooting', code: 'call(169, 142, 0xfee1dead, 672274793, 0x1234567, 0)', refusal: notPermitted },
];
