/** Samples in the languages that are compiled first. */
export const compiledSamples: Readonly<Record<string, string>> = {
  java: `// This runs in a container of its own: no network, no access to your files.
import java.io.IOException;
import java.io.PrintWriter;

public class Main {
    public static void main(String[] args) throws IOException {
        System.out.println("Hello from Java " + Runtime.version().feature() + " in a sandbox");
        try (PrintWriter file = new PrintWriter("result.csv")) {
            file.println("n,square");
            for (int n = 1; n <= 5; n++) file.println(n + "," + n * n);
        }
        System.out.println("result.csv is shown below");
    }
}
`,
  c: `// This runs in a container of its own: no network, no access to your files.
#include <stdio.h>

int main(void) {
    printf("Hello from C in a sandbox\\n");

    FILE *file = fopen("result.csv", "w");
    if (file == NULL) return 1;
    fprintf(file, "n,square\\n");
    for (int n = 1; n <= 5; n++) fprintf(file, "%d,%d\\n", n, n * n);
    fclose(file);
    printf("result.csv is shown below\\n");
    return 0;
}
`,
  cpp: `// This runs in a container of its own: no network, no access to your files.
#include <fstream>
#include <iostream>

int main() {
    std::cout << "Hello from C++ in a sandbox\\n";

    std::ofstream file("result.csv");
    file << "n,square\\n";
    for (int n = 1; n <= 5; n++) file << n << ',' << n * n << '\\n';
    std::cout << "result.csv is shown below\\n";
}
`,
  go: `// This runs in a container of its own: no network, no access to your files.
package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

func main() {
	fmt.Println("Hello from", runtime.Version(), "in a sandbox")

	var rows strings.Builder
	rows.WriteString("n,square\\n")
	for n := 1; n <= 5; n++ {
		fmt.Fprintf(&rows, "%d,%d\\n", n, n*n)
	}
	if err := os.WriteFile("result.csv", []byte(rows.String()), 0o644); err != nil {
		panic(err)
	}
	fmt.Println("result.csv is shown below")
}
`,
  rust: `// This runs in a container of its own: no network, no access to your files.
use std::fs::File;
use std::io::{Result, Write};

fn main() -> Result<()> {
    println!("Hello from Rust in a sandbox");

    let mut file = File::create("result.csv")?;
    writeln!(file, "n,square")?;
    for n in 1..=5 {
        writeln!(file, "{},{}", n, n * n)?;
    }
    println!("result.csv is shown below");
    Ok(())
}
`,
};
