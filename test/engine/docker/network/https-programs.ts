/** A program that makes an HTTPS request, and the way to add a certificate authority in its language. */
export interface HttpsProgram {
  /**
   * Prints `authorities` and their number in the default store of the language. Then prints the answer of the address
   * in its first argument, or `refused` and the reason.
   */
  code: string;
  /** The environment variables that make it trust the authority in `/work/ca.pem`. */
  trust: Record<string, string>;
  /** True if it accepts a certificate for another name. */
  ignoresNames?: boolean;
}

const ca = '/work/ca.pem';
const forOpenssl = { SSL_CERT_FILE: ca };
const forCurl = { CURL_CA_BUNDLE: ca };

const javascript = `
import { request } from 'node:https';
import { getCACertificates } from 'node:tls';
console.log('authorities', getCACertificates('default').length);
const url = process.argv[2];
// Two clients: the module and fetch.
request(url, (response) => response.pipe(process.stdout)).on('error', (error) => console.log('refused', error.code)).end()
  .on('close', () => fetch(url).then((r) => r.text()).catch((e) => 'refused ' + e.cause.code).then((text) => console.log('\\n' + text)));`;

/** Languages of the base image. */
export const baseHttps: Readonly<Record<string, HttpsProgram>> = {
  python: {
    trust: forOpenssl,
    code: `
import os, ssl, sys, urllib.request
paths = ssl.get_default_verify_paths()
context = ssl.create_default_context()
print('authorities', context.cert_store_stats()['x509_ca'] or len([f for f in os.listdir(paths.capath) if f.endswith('.0')]))
try: print(urllib.request.urlopen(sys.argv[1], timeout=10).read().decode())
except OSError as error: print('refused', error)`,
  },
  javascript: { trust: { NODE_EXTRA_CA_CERTS: ca }, code: javascript },
  typescript: { trust: { NODE_USE_SYSTEM_CA: '1', SSL_CERT_FILE: ca }, code: javascript },
  bash: {
    trust: forCurl,
    code: `
store=$(curl -sv "$1" 2>&1 | sed -n 's/.*CAfile: //p')
echo authorities $(grep -c BEGIN "$store")
curl -sS "$1" 2>&1 || echo refused`,
  },
};

/** Languages of the image `scripting`. */
export const scriptingHttps: Readonly<Record<string, HttpsProgram>> = {
  ruby: {
    trust: forOpenssl,
    code: `
require 'net/http'
puts "authorities #{Dir[OpenSSL::X509::DEFAULT_CERT_DIR + '/*.0'].size}"
begin
  puts Net::HTTP.get(URI(ARGV[0]))
rescue OpenSSL::SSL::SSLError => error
  puts "refused #{error}"
end`,
  },
  php: {
    trust: forOpenssl,
    code: `<?php
echo 'authorities ', count(glob(openssl_get_cert_locations()['default_cert_dir'] . '/*.0')), "\\n";
echo @file_get_contents($argv[1]) ?: 'refused ' . error_get_last()['message'], "\\n";
$curl = curl_init($argv[1]);
curl_setopt($curl, CURLOPT_RETURNTRANSFER, true);
if (getenv('SSL_CERT_FILE')) curl_setopt($curl, CURLOPT_CAINFO, getenv('SSL_CERT_FILE'));
echo curl_exec($curl) ?: 'refused ' . curl_error($curl), "\\n";`,
  },
  perl: {
    trust: forOpenssl,
    code: `
use HTTP::Tiny; use IO::Socket::SSL; use LWP::UserAgent;
my %store = IO::Socket::SSL::default_ca();
my $url = shift;
my @files = $store{SSL_ca_file} || glob("$store{SSL_ca_path}/*.0");
print 'authorities ', scalar(grep { /BEGIN/ } do { local @ARGV = @files; <> }), "\\n";
for my $reply (HTTP::Tiny->new->get($url)) { print $reply->{success} ? '' : 'refused ', $reply->{content}, "\\n" }
for my $reply (LWP::UserAgent->new->get($url)) { print $reply->is_success ? '' : 'refused ', $reply->decoded_content, "\\n" }`,
  },
  lua: {
    // LuaSec verifies no certificate by default, and reads no environment variable.
    trust: { TRUSTED: ca },
    ignoresNames: true,
    code: `
local https, ltn12 = require('ssl.https'), require('ltn12')
local store = '/etc/ssl/certs/ca-certificates.crt'
local _, count = io.open(store):read('a'):gsub('BEGIN', '')
print('authorities ' .. count)
local parts = {}
local ok, why = https.request { url = arg[1], verify = 'peer', cafile = os.getenv('TRUSTED') or store, sink = ltn12.sink.table(parts) }
print(ok and table.concat(parts) or 'refused ' .. why)`,
  },
  r: {
    trust: forCurl,
    code: `
store <- '/etc/ssl/certs/ca-certificates.crt'
cat('authorities', length(grep('BEGIN', readLines(store))), '\\n')
url <- commandArgs(TRUE)[1]
attempt <- function(work) cat(tryCatch(suppressWarnings(work), error = function(e) paste('refused', conditionMessage(e))), '\\n')
attempt(readLines(url(url), warn = FALSE))
attempt({ download.file(url, '/tmp/answer', quiet = TRUE); readLines('/tmp/answer', warn = FALSE) })`,
  },
};
