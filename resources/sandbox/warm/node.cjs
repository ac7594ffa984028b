'use strict';
// Makes a booted Node wait for its job. init starts the interpreter before the job arrives, with this file in
// NODE_OPTIONS. Node loads it as the last step before it reads the program. When it returns, Node runs the program.
const fs = require('node:fs');

const control = 3;

function readExactly(length) {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const count = fs.readSync(control, bytes, done, length - done);
    if (count === 0) process.reallyExit(1);
    done += count;
  }
  return bytes;
}

function takeJob() {
  fs.writeSync(control, 'R');
  const fields = readExactly(readExactly(4).readUInt32BE()).toString('utf8').split('\0').slice(0, -1);
  const count = Number(fields[0]);
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  process.argv.push(...fields.slice(1, count + 1));
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const field of fields.slice(count + 1)) {
    const end = field.indexOf('=');
    process.env[field.slice(0, end)] = field.slice(end + 1);
  }
  if (process.env.NODE_EXTRA_CA_CERTS === undefined) createEmpty(certificates);
  fs.writeSync(control, 'G');
  fs.closeSync(control);
}

// Node reads the file of additional certificates at the first use of TLS, and warns if there is none. Only a network by
// rule has one, and sets the variable again.
function createEmpty(path) {
  if (path === undefined) return;
  try {
    fs.closeSync(fs.openSync(path, 'wx', 0o444));
  } catch {
    // Without the file, a program that uses TLS prints the warning.
  }
}

delete require.cache[__filename];
const preloaded = Object.getOwnPropertyDescriptor(process, '_preload_modules');
const value = preloaded.value.filter((path) => path !== __filename);
Object.defineProperty(process, '_preload_modules', { ...preloaded, value });
// Worker threads inherit NODE_OPTIONS, but not this variable.
const task = process.env.STRONGROOM_WARM;
if (task !== undefined) {
  if (task === 'typescript') require('./typescript/register.cjs').prepare();
  takeJob();
}
