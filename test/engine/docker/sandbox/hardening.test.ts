import { expect, test } from 'vitest';
import { seccompProfile } from '../../../../src-daemon/engine/docker/sandbox/seccomp-profile.ts';
import { containersOf, describeWithDocker, jobOf, run } from '../docker-fixture.ts';

/** The core proves the engine in this file again, although another file of the run has done so. */
const proving = { provenEngines: undefined };

describeWithDocker(
  'from inside a sandbox of an engine that has just proved itself',
  (fixture) => {
    test('the program has no capability, cannot gain one, and has a seccomp filter', async () => {
      const code =
        'grep -E "^(CapInh|CapPrm|CapEff|CapBnd|CapAmb|NoNewPrivs|Seccomp):" /proc/self/status | tr -s "\\t " " "';
      const { stdout } = await run(fixture().engine, { code });
      const none = '0000000000000000';
      expect(stdout.trim().split('\n')).toEqual([
        `CapInh: ${none}`,
        `CapPrm: ${none}`,
        `CapEff: ${none}`,
        `CapBnd: ${none}`,
        `CapAmb: ${none}`,
        'NoNewPrivs: 1',
        'Seccomp: 2',
      ]);
    });

    test('the program runs as an unprivileged user with the limits of the design', async () => {
      const code =
        '[ "$(id -u)" -ge 1000 ] && [ "$(id -G)" = "$(id -u)" ] && echo own; ulimit -n; ulimit -f; ulimit -c; cat /proc/self/oom_score_adj; ps 2>/dev/null; umask';
      const { stdout } = await run(fixture().engine, { code });
      expect(stdout).toBe('own\n1024\n4194304\n0\n1000\n0022\n');
    });

    test('only /work, /tmp, /dev/shm and the folder of /etc/passwd are writable', async () => {
      const code =
        'for d in / /etc /run /usr /usr/local/bin /sbin /var /root /home /opt /proc/sys /sys; do touch $d/x 2>/dev/null && echo $d; done; touch /work/x /tmp/x /dev/shm/x && echo fine';
      const { stdout } = await run(fixture().engine, { code });
      expect(stdout).toBe('fine\n');
    });

    test('there is no network except the loopback, and no engine socket', async () => {
      const code = 'ls /sys/class/net; ls /var/run/docker.sock /run/docker.sock; exec 3<>/dev/tcp/1.1.1.1/53';
      const { stdout, stderr } = await run(fixture().engine, { code });
      expect(stdout).toBe('lo\n');
      expect(stderr).toMatch(/Network is unreachable/);
      expect(stderr.match(/No such file or directory/g)).toHaveLength(2);
    });

    test('secrets are in the environment but in no command line', async () => {
      const code = 'cat /proc/[0-9]*/cmdline | tr "\\0" " "; test "$TOKEN" = hunter2 && echo has';
      const { stdout } = await run(fixture().engine, { code, env: { TOKEN: 'hunter2' } });
      expect(stdout).not.toContain('hunter2');
      expect(stdout).toContain('has\n');
    });
  },
  proving,
);

describeWithDocker(
  'the options of a sandbox that the engine reports',
  (fixture) => {
    test('are the hardening options of the design', async () => {
      const { engine, docker, instanceId } = fixture();
      const started = Promise.withResolvers<void>();
      const cancel = new AbortController();
      const job = jobOf({ code: 'echo up; sleep 60', memoryMb: 128, env: { TOKEN: 'hunter2' } });
      const running = engine.run(job, { signal: cancel.signal, onOutput: () => started.resolve() });
      await started.promise;
      const [listed] = await containersOf(docker, instanceId);
      const seen = await docker.getContainer(listed?.Id ?? '').inspect();
      cancel.abort();
      await running;

      const mebibyte = 1024 * 1024;
      expect(seen.HostConfig).toMatchObject({
        NetworkMode: 'none',
        ReadonlyRootfs: true,
        AutoRemove: true,
        IpcMode: 'private',
        ShmSize: 4096 * mebibyte,
        CapDrop: ['ALL'],
        CapAdd: null,
        Privileged: false,
        Memory: 128 * mebibyte,
        MemorySwap: 128 * mebibyte,
        PidsLimit: 64,
        NanoCpus: 1e9,
        LogConfig: { Type: 'none' },
        Binds: null,
      });
      const { Architecture: architecture } = await docker.info();
      expect(seen.HostConfig.SecurityOpt).toEqual(['no-new-privileges', `seccomp=${seccompProfile(architecture)}`]);
      const [uid] = seen.Config.User.split(':');
      expect(seen.HostConfig.Tmpfs).toEqual({
        '/work': `rw,exec,nosuid,nodev,size=64m,nr_inodes=4k,mode=1777,uid=${uid},gid=${uid}`,
        '/tmp': `rw,exec,nosuid,nodev,size=64m,nr_inodes=4k,mode=1777,uid=${uid},gid=${uid}`,
        '/run/sandbox': `rw,noexec,nosuid,nodev,size=64k,nr_inodes=8,mode=0755,uid=${uid},gid=${uid}`,
      });
      expect(seen.Mounts).toEqual([]);
      expect(seen.Config.User).toMatch(/^(20\d{5}):\1$/);
      expect(seen.Config.Labels).toMatchObject({
        'app.strongroom.role': 'sandbox',
        'app.strongroom.instance': instanceId,
        'app.strongroom.execution': job.id,
      });
      expect(JSON.stringify(seen)).not.toContain('hunter2');
      expect(JSON.stringify(seen)).not.toContain('sleep 60');
    });
  },
  { keepsWarm: false },
);
