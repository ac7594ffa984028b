const [name]: string[] = process.argv.slice(2);
console.log(`Hello, ${name}, from TypeScript`);
