/** Samples in the languages of the scripting image. */
export const scriptingSamples: Readonly<Record<string, string>> = {
  ruby: `# This runs in a container of its own: no network, no access to your files.
puts "Hello from Ruby #{RUBY_VERSION} in a sandbox"

File.open("result.csv", "w") do |file|
  file.puts "n,square"
  (1..5).each { |n| file.puts "#{n},#{n * n}" }
end
puts "result.csv is shown below"
`,
  php: `<?php
// This runs in a container of its own: no network, no access to your files.
echo "Hello from PHP ", PHP_VERSION, " in a sandbox\\n";

$file = fopen("result.csv", "w");
fwrite($file, "n,square\\n");
foreach (range(1, 5) as $n) {
    fwrite($file, $n . "," . $n * $n . "\\n");
}
fclose($file);
echo "result.csv is shown below\\n";
`,
  perl: `# This runs in a container of its own: no network, no access to your files.
use strict;
use warnings;

printf "Hello from Perl %vd in a sandbox\\n", $^V;

open(my $file, '>', 'result.csv') or die $!;
print $file "n,square\\n";
print $file "$_," . $_ * $_ . "\\n" for 1 .. 5;
close($file);
print "result.csv is shown below\\n";
`,
  lua: `-- This runs in a container of its own: no network, no access to your files.
print("Hello from " .. _VERSION .. " in a sandbox")

local file = assert(io.open("result.csv", "w"))
file:write("n,square\\n")
for n = 1, 5 do
  file:write(n, ",", n * n, "\\n")
end
file:close()
print("result.csv is shown below")
`,
  r: `# This runs in a container of its own: no network, no access to your files.
cat("Hello from", R.version.string, "in a sandbox\\n")

n <- 1:5
write.csv(data.frame(n = n, square = n^2), "result.csv", row.names = FALSE, quote = FALSE)
cat("result.csv is shown below\\n")
`,
};
