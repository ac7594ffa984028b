puts "Hello, #{ARGV[0]}, from Ruby"
