import ms from 'ms';

console.log(ms('2 days'), ms(60_000, { long: true }));
