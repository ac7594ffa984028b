import http.server


class Greeter(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"hello from the background\n")

    def log_message(self, *_):
        pass


http.server.ThreadingHTTPServer(("localhost", 8000), Greeter).serve_forever()
