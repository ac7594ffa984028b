import type { HttpsProgram } from './https-programs.ts';

const ca = '/work/ca.pem';
const trustOfCurl = { CURL_CA_BUNDLE: ca };

const c = `
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  CURL *curl = curl_easy_init();
  char *store = NULL, line[4096];
  curl_easy_getinfo(curl, CURLINFO_CAINFO, &store);
  FILE *file = fopen(store, "r");
  int count = 0;
  while (file && fgets(line, sizeof line, file)) count += strstr(line, "BEGIN") != NULL;
  printf("authorities %d\\n", count);
  fflush(stdout);
  curl_easy_setopt(curl, CURLOPT_URL, argv[1]);
  // The curl command reads the variable, but the library does not.
  if (getenv("CURL_CA_BUNDLE")) curl_easy_setopt(curl, CURLOPT_CAINFO, getenv("CURL_CA_BUNDLE"));
  CURLcode code = curl_easy_perform(curl);
  if (code != CURLE_OK) printf("refused %s\\n", curl_easy_strerror(code));
  curl_easy_cleanup(curl);
}`;

const cpp = `
#include <openssl/ssl.h>
#include <openssl/err.h>
#include <filesystem>
#include <iostream>
#include <string>
int main(int, char **argv) {
  int count = 0;
  for (auto &entry : std::filesystem::directory_iterator(X509_get_default_cert_dir())) count += entry.path().extension() == ".0";
  std::cout << "authorities " << count << std::endl;
  std::string url = argv[1], host = url.substr(8, url.size() - 9);
  SSL_CTX *context = SSL_CTX_new(TLS_client_method());
  SSL_CTX_set_default_verify_paths(context);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
  BIO *connection = BIO_new_ssl_connect(context);
  SSL *ssl;
  BIO_get_ssl(connection, &ssl);
  SSL_set1_host(ssl, host.c_str());
  SSL_set_tlsext_host_name(ssl, host.c_str());
  BIO_set_conn_hostname(connection, (host + ":443").c_str());
  if (BIO_do_handshake(connection) <= 0) {
    std::cout << "refused " << ERR_reason_error_string(ERR_peek_last_error()) << std::endl;
    return 0;
  }
  std::string request = "GET / HTTP/1.0\\r\\nHost: " + host + "\\r\\n\\r\\n", answer;
  BIO_write(connection, request.data(), request.size());
  char piece[4096];
  for (int length; (length = BIO_read(connection, piece, sizeof piece)) > 0;) answer.append(piece, length);
  std::cout << answer.substr(answer.find("\\r\\n\\r\\n") + 4) << std::endl;
}`;

const go = `
package main
import ("crypto/x509"; "fmt"; "io"; "net/http"; "os")
func main() {
  pool, _ := x509.SystemCertPool()
  fmt.Println("authorities", len(pool.Subjects()))
  answer, err := http.Get(os.Args[1])
  if err != nil { fmt.Println("refused", err); return }
  body, _ := io.ReadAll(answer.Body)
  fmt.Println(string(body))
}`;

/** Rust without packages can use the curl library or the curl command. */
const rust = `
use std::{env, ffi::{c_char, c_int, c_void, CStr, CString}, io::Write, process::Command};
#[link(name = "curl")]
unsafe extern "C" {
    fn curl_easy_init() -> *mut c_void;
    fn curl_easy_setopt(curl: *mut c_void, option: c_int, ...) -> c_int;
    fn curl_easy_getinfo(curl: *mut c_void, info: c_int, ...) -> c_int;
    fn curl_easy_perform(curl: *mut c_void) -> c_int;
    fn curl_easy_strerror(code: c_int) -> *const c_char;
}
const URL: c_int = 10002;
const CAINFO: c_int = 10065;
const INFO_CAINFO: c_int = 0x100000 + 61;
fn main() {
    let url = env::args().nth(1).unwrap();
    unsafe {
        let curl = curl_easy_init();
        let mut store: *const c_char = std::ptr::null();
        curl_easy_getinfo(curl, INFO_CAINFO, &mut store);
        let text = std::fs::read_to_string(CStr::from_ptr(store).to_str().unwrap()).unwrap();
        println!("authorities {}", text.matches("BEGIN").count());
        let address = CString::new(url.clone()).unwrap();
        curl_easy_setopt(curl, URL, address.as_ptr());
        let trusted = env::var("CURL_CA_BUNDLE").map(|path| CString::new(path).unwrap());
        if let Ok(path) = &trusted { curl_easy_setopt(curl, CAINFO, path.as_ptr()); }
        let code = curl_easy_perform(curl);
        if code != 0 { println!("refused {}", CStr::from_ptr(curl_easy_strerror(code)).to_str().unwrap()); }
    }
    println!();
    std::io::stdout().flush().unwrap();
    let output = Command::new("curl").args(["-s", &url]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    println!("{}", if output.status.success() { text } else { format!("refused {}", output.status).into() });
}`;

/** Languages of the image `native`. */
export const nativeHttps: Readonly<Record<string, HttpsProgram>> = {
  c: { trust: trustOfCurl, code: c },
  cpp: { trust: { SSL_CERT_FILE: ca }, code: cpp },
  go: { trust: { SSL_CERT_FILE: ca }, code: go },
  rust: { trust: trustOfCurl, code: rust },
};

/** Java's trust store is not a PEM file, so a program reads the PEM file itself. */
const java = `
import java.io.FileInputStream;
import java.net.URI;
import java.net.http.*;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.*;
public class Main {
  static TrustManagerFactory trusting(KeyStore store) throws Exception {
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory;
  }
  public static void main(String[] args) throws Exception {
    var byDefault = (X509TrustManager) trusting(null).getTrustManagers()[0];
    System.out.println("authorities " + byDefault.getAcceptedIssuers().length);
    var client = HttpClient.newBuilder();
    var pem = System.getenv("TRUSTED");
    if (pem != null) {
      var store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      store.setCertificateEntry("own", CertificateFactory.getInstance("X.509").generateCertificate(new FileInputStream(pem)));
      var context = SSLContext.getInstance("TLS");
      context.init(null, trusting(store).getTrustManagers(), null);
      client.sslContext(context);
    }
    try {
      var request = HttpRequest.newBuilder(URI.create(args[0])).build();
      System.out.println(client.build().send(request, HttpResponse.BodyHandlers.ofString()).body());
    } catch (java.io.IOException error) {
      System.out.println("refused " + error.getMessage());
    }
    System.exit(0);
  }
}`;

/** Languages of the image `jvm`. */
export const jvmHttps: Readonly<Record<string, HttpsProgram>> = {
  java: { trust: { TRUSTED: ca }, code: java },
};
