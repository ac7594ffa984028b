const [name] = process.argv.slice(2);
console.log(`Hello, ${name}, from JavaScript`);
