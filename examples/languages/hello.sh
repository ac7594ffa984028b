echo "Hello, $1, from Bash"
