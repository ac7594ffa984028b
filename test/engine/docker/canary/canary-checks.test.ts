import { expect, test } from 'vitest';
import { readCanaryReport } from '../../../../src-daemon/engine/canary/canary-program.ts';
import { findMissing, type Requirements } from '../../../../src-daemon/engine/docker/canary/canary-checks.ts';
import { sandboxOptions } from '../../../../src-daemon/engine/docker/sandbox/container-options.ts';

const options = sandboxOptions({ imageId: 'i', instanceId: 'i', uid: 65_534, memoryMb: 256, runtime: undefined });
const requirements: Requirements = { options, level: 'container', limitsSwap: true };

const status = `== status
Name:\tstrongroom-init
Uid:\t65534\t65534\t65534\t65534
Gid:\t65534\t65534\t65534\t65534
Groups:\t65534 
CapInh:\t0000000000000000
CapPrm:\t0000000000000000
CapEff:\t0000000000000000
CapBnd:\t0000000000000000
`;
const interfaces = `== interfaces
Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs
    lo:       0       0    0    0    0     0          0         0        0       0    0
`;
const kernel = `${status}CapAmb:\t0000000000000000
NoNewPrivs:\t1
Seccomp:\t2
== limits
Limit                     Soft Limit           Hard Limit           Units     
Max file size             4294967296           4294967296           bytes     
Max open files            1024                 1024                 files     
== mounts
overlay / overlay ro,relatime,lowerdir=/a:/b 0 0
shm /dev/shm tmpfs rw,nosuid,nodev,noexec,relatime,size=4194304k 0 0
tmpfs /work tmpfs rw,nosuid,nodev,relatime,size=65536k,nr_inodes=4096 0 0
tmpfs /tmp tmpfs rw,nosuid,nodev,relatime,size=65536k,nr_inodes=4096 0 0
tmpfs /run/sandbox tmpfs rw,nosuid,nodev,noexec,relatime,size=64k,nr_inodes=8 0 0
${interfaces}== memory
268435456
== processes
64
`;
const first = `${kernel}== memoryAndSwap
268435456
== quota
100000
== period
100000
== end
`;
const second = `${kernel}== swap
0
== processors
100000 100000
== end
`;
/** As reported by runsc 20240729: without a seccomp filter, limits and inode counts. */
const gvisor = `${status}Seccomp:\t0
== mounts
none / 9p ro,trans=fd,rfdno=4 0 0
none /work tmpfs rw,size=64m,mode=1777 0 0
none /tmp tmpfs rw,size=64m,mode=1777 0 0
none /run/sandbox tmpfs rw,size=64k,mode=0755 0 0
none /dev/shm tmpfs rw,noexec,mode=1777,size=4294967296 0 0
${interfaces}== memory
9223372036854775807
== processes
max
== quota
-1
== period
100000
== end
`;

function missing(text: string, changes: Partial<Requirements> = {}): string[] | undefined {
  const report = readCanaryReport(text);
  return report && findMissing(report, { ...requirements, ...changes });
}

test('a complete sandbox lacks nothing, with cgroups v1 or v2 and in gVisor', () => {
  expect(missing(first)).toEqual([]);
  expect(missing(second)).toEqual([]);
  expect(missing(gvisor, { level: 'gvisor' })).toEqual([]);
});

test.each([
  ['65534\t65534\t65534\t65534\nGid', '0\t0\t0\t0\nGid', 'the user 65534 (found 0 0 0 0)'],
  ['Groups:\t65534 ', 'Groups:\t0 65534 ', 'the group 65534 alone (found 65534 65534 65534 65534 0)'],
  ['CapBnd:\t0000000000000000', 'CapBnd:\t00000000a80425fb', 'no capabilities (found CapBnd 00000000a80425fb)'],
  ['CapEff:\t0000000000000000\n', '', 'no capabilities (found nothing)'],
  ['NoNewPrivs:\t1', 'NoNewPrivs:\t0', 'no-new-privileges (found 0)'],
  ['Seccomp:\t2', 'Seccomp:\t0', 'a seccomp filter (found 0)'],
  ['overlay ro,', 'overlay rw,', 'a read-only root (found rw)'],
  ['/work tmpfs rw,nosuid,nodev,relatime,size=65536k', '/work tmpfs rw', '/work with size=67108864 (found nothing)'],
  ['65536k,nr_inodes=4096', '65536k,nr_inodes=3m', '/work with nr_inodes=4096 (found 3145728)'],
  ['size=4194304k', 'size=65536k', '/dev/shm with size=4294967296 (found 67108864)'],
  ['    lo:', '  eth0: 1\n    lo:', 'no network (found eth0, lo)'],
  ['memory\n268435456', 'memory\nmax', 'the memory limit of 268435456 bytes (found max)'],
  ['== memory\n268435456\n', '', 'the memory limit of 268435456 bytes (found nothing)'],
  ['swap\n0', 'swap\nmax', 'no swap (found max)'],
  ['processes\n64', 'processes\nmax', 'the limit of 64 processes (found max)'],
  ['100000 100000', 'max 100000', 'the limit of 1 processors (found max)'],
  ['1024                 1024', '1024                 1048576', 'the limit of 1024 open files (found 1048576)'],
])('a report with %j changed to %j lacks only: %s', (held, dropped, expected) => {
  expect(second).toContain(held);
  expect(missing(second.replace(held, dropped))).toEqual([expected]);
});

test('gVisor must report the options that it can show, and its name does not excuse a container', () => {
  const changed = gvisor.replace('9p ro', '9p rw').replace('size=64m', 'size=1g');
  expect(missing(changed, { level: 'gvisor' })).toEqual([
    'a read-only root (found rw)',
    '/work with size=67108864 (found 1073741824)',
  ]);
});

test('swap may be unlimited if the engine reports that its kernel does not account for it', () => {
  const open = first.replace('== memoryAndSwap\n268435456\n', '');
  expect(missing(open)).toEqual(['no swap (found nothing)']);
  expect(missing(open, { limitsSwap: false })).toEqual([]);
});

test('a truncated report, or one with an unknown part, is invalid', () => {
  expect(readCanaryReport(second.replace('== end\n', ''))).toBeUndefined();
  expect(readCanaryReport(`${second}== more\n`)).toBeUndefined();
  expect(readCanaryReport('')).toBeUndefined();
});
