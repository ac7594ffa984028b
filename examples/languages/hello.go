package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Printf("Hello, %s, from Go\n", os.Args[1])
}
