/** Samples in the languages of the base image. */
export const baseSamples: Readonly<Record<string, string>> = {
  python: `# This runs in a container of its own: no network, no access to your files.
import platform, sys, time

print(f"Hello from Python {platform.python_version()} in a sandbox")
for step in range(1, 4):
    print(f"  step {step} of 3")
    sys.stdout.flush()
    time.sleep(0.2)

with open("result.csv", "w") as file:
    file.write("n,square\\n")
    file.writelines(f"{n},{n * n}\\n" for n in range(1, 6))
print("result.csv is shown below")
`,
  javascript: `// This runs in a container of its own: no network, no access to your files.
import { writeFileSync } from 'node:fs';

console.log(\`Hello from Node.js \${process.versions.node} in a sandbox\`);
const rows = [1, 2, 3, 4, 5].map((n) => \`\${n},\${n * n}\`);
writeFileSync('result.csv', ['n,square', ...rows, ''].join('\\n'));
console.log('result.csv is shown below');
`,
  typescript: `// This runs in a container of its own: no network, no access to your files.
import { writeFileSync } from 'node:fs';

interface Row {
  n: number;
  square: number;
}

console.log(\`Hello from Node.js \${process.versions.node} in a sandbox\`);
const rows: Row[] = [1, 2, 3, 4, 5].map((n) => ({ n, square: n * n }));
writeFileSync('result.csv', ['n,square', ...rows.map((row) => \`\${row.n},\${row.square}\`), ''].join('\\n'));
console.log('result.csv is shown below');
`,
  bash: `# This runs in a container of its own: no network, no access to your files.
echo "Hello from Bash $BASH_VERSION in a sandbox"

echo "n,square" > result.csv
for n in 1 2 3 4 5; do
  echo "$n,$((n * n))" >> result.csv
done
echo "result.csv is shown below"
`,
};
