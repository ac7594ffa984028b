import { createHmac } from 'node:crypto';

const key = process.env.SIGNING_KEY;
console.log('key:', key);
console.log('signature:', createHmac('sha256', key).update('order 17').digest('hex').slice(0, 16));
