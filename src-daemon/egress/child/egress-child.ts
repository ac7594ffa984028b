/**
 * The process that connects the programs of one run or live sandbox with the hosts of their rules. Its parent gives it one
 * duplex socket as descriptor 3 (../messages.ts) and nothing else. It exits when the socket closes: with code 1 after an
 * internal error, with 2 if the parent broke the protocol. It never writes to its standard streams.
 */
import { Socket } from 'node:net';
import { exit } from 'node:process';
import { serveDaemon } from './serve-daemon.ts';

process.removeAllListeners('warning');
process.on('uncaughtException', () => exit(1));

const daemon = new Socket({ fd: 3, readable: true, writable: true });
daemon.on('error', () => exit(0));
daemon.on('end', () => exit(0));
daemon.on('close', () => exit(0));
serveDaemon(daemon, { onBroken: () => exit(2) });
