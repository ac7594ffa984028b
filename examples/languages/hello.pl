print "Hello, $ARGV[0], from Perl\n";
