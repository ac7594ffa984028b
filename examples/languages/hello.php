<?php
echo "Hello, {$argv[1]}, from PHP\n";
