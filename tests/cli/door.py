# Programs that mean no good to `ferz serve`: doubled headers, bodies of strangers, requests that never end, pages that
# listen no more. The page is there for its owner all the while.
# usage: door.py HOST:PORT TOKEN PROCESS; prints a line for each check, and ends with 1 where one has failed
import re
import socket
import sys
import threading
import time

host, token, process = sys.argv[1:4]
failed = 0


def check(words, ok, found=''):
    global failed
    failed += not ok
    print(f'passed: {words}' if ok else f'FAILED: {words}: {found}')


def connect():
    made = socket.create_connection((host.split(':')[0], int(host.split(':')[1])))
    made.settimeout(10)
    return made


def status(raw):
    """The status of the answer; 0: there is none."""
    with connect() as made:
        try:
            made.sendall(raw)
            return int((made.recv(64).split() + [b'', b'0'])[1])
        except OSError:
            return 0


LIST = b'{"jsonrpc":"2.0","id":1,"method":"methods"}'


def request(*headers, body=LIST, name=host, path='/rpc', method='POST', length=None):
    lines = [f'{method} {path} HTTP/1.1', f'Host: {name}', *headers]
    if method == 'POST' and length != 'chunked':
        lines.append(f'Content-Length: {len(body) if length is None else length}')
    return '\r\n'.join(lines + ['', '']).encode() + body


TOKEN, JSON, ORIGIN = f'X-Ferz-Token: {token}', 'Content-Type: application/json', f'Origin: http://{host}'
HEADS = [
    ('a request', 200, request(TOKEN, JSON, ORIGIN)),
    ('a type with parameters', 200, request(TOKEN, JSON + '; charset=utf-8')),
    ('a type in capitals', 200, request(TOKEN, JSON.upper())),
    ('a type that begins so', 415, request(TOKEN, JSON + 'x')),
    ('another type of JSON', 415, request(TOKEN, JSON + '-patch+json')),
    ('two types', 415, request(TOKEN, JSON, 'Content-Type: text/plain')),
    ('two hosts', 400, request(TOKEN, JSON, 'Host: evil.example')),
    ('one host twice', 400, request(TOKEN, JSON, f'host: {host}')),
    ('two origins', 400, request(TOKEN, JSON, ORIGIN, 'Origin: http://evil.example')),
    ('two tokens', 401, request(TOKEN, JSON, TOKEN.upper())),
    ('a path with %00', 404, request(path='/%00', method='GET', body=b'')),
    ('a path of a method with %00', 405, request(TOKEN, JSON, path='/rpc%00')),
    ('a path in other letters', 404, request(path='/%6dain.js', method='GET', body=b'')),
    ('a query', 200, request(path='/?x=1', method='GET', body=b'')),
    # The answer comes before the body, which never does.
    ('a body without a token', 401, request(JSON, body=b'', length=8388607)),
    ('a body for another host', 421, request(JSON, body=b'', length=8388607, name='evil.example')),
    ('a body of another page', 403, request(TOKEN, JSON, 'Origin: http://evil.example', body=b'', length=8388607)),
    ('chunks without a token', 401, request(JSON, 'Transfer-Encoding: chunked', body=b'', length='chunked')),
]
for words, wanted, raw in HEADS:
    found = status(raw)
    check(words, found == wanted, f'{found} instead of {wanted}')


with open(f'/proc/{process}/exe', 'rb') as program:  # AddressSanitizer keeps back what is freed
    KEPT_BACK = 3 if b'__asan_init' in program.read() else 1


def memory():
    with open(f'/proc/{process}/status') as lines:
        return int(re.search(r'VmRSS:\s+(\d+)', lines.read()).group(1)) // 1024


def page(words):
    began = time.time()
    found = status(request(path='/', method='GET', body=b''))
    check(f'the page {words}', found == 200 and time.time() - began < 5, found)


def close(all_made):
    for made in all_made:
        made.close()


before = memory()
strangers = []
for _ in range(127):
    strangers.append(connect())
    strangers[-1].settimeout(1)
    try:
        strangers[-1].sendall(request(JSON, body=b'x' * 8388606, length=8388607, name='evil.example'))
    except OSError:
        pass  # it was told to go
check('bodies of strangers need no memory', memory() - before < 50 * KEPT_BACK, f'{memory() - before} MB')
page('beside bodies of strangers')
close(strangers)

# A byte now and then, so that no connection is ever idle.
slow = [connect() for _ in range(200)]
stopped = False


def drip():
    while not stopped:
        for number, made in enumerate(slow):
            try:
                made.sendall(b'GET / HTTP/1.1\r\nX: '[:1 + number % 19] if number % 2 else b'a')
            except OSError:
                pass
        time.sleep(0.5)


dripping = threading.Thread(target=drip)
dripping.start()
for words in ('beside slow requests', 'beside them once more'):
    time.sleep(1)
    page(words)
found = status(request(TOKEN, JSON))
check('a method beside slow requests', found == 200, found)
stopped = True
dripping.join()
close(slow)

owned = []
for _ in range(60):  # who has the token may fill the room for bodies, and no more
    owned.append(connect())
    owned[-1].sendall(request(TOKEN, JSON, body=b'x' * 4000000, length=8000000))
check('all bodies together have a limit', memory() - before < 300 * KEPT_BACK, f'{memory() - before} MB')
page('beside long requests')
close(owned)


def listening(made):
    made.sendall(request(TOKEN, path='/events', method='GET', body=b''))
    try:
        return b' 200 ' in made.recv(64)
    except OSError:
        return False


pages = [connect() for _ in range(120)]
threads = [threading.Thread(target=listening, args=(one,)) for one in pages]
for one in threads:
    one.start()
time.sleep(0.5)
page('beside pages that listen')
for one in threads:
    one.join()
close(pages)
pages = [connect() for _ in range(8)]
check('others listen when these are gone', all(listening(one) for one in pages))
page('beside those that are gone')
close(pages)
sys.exit(failed > 0)
