# Sends each `print` of Perl at once. preload/lines.c names this module in PERL5OPT if the output is a run's.
package Strongroom::Lines;

delete $ENV{PERL5OPT} if $ENV{PERL5OPT} eq '-MStrongroom::Lines';
delete $INC{'Strongroom/Lines.pm'};
$| = 1;

1;
