"""`ferz COMMAND --json` beside the method of the same question: the same members with the same values.

Which commands stand beside which methods, methods.json says, and so a new pair is compared as soon as it is named there.
usage: test_doors.py PATH-OF-FERZ
"""
import json
import os
import subprocess
import sys
import tempfile
import urllib.request

FERZ = os.path.abspath(sys.argv[1])
ROOT = os.path.abspath(f'{os.path.dirname(__file__)}/../..')
RULES = f'{ROOT}/rules'
FOOLS = ['f2f3', 'e7e5', 'g2g4', 'd8h4']
GAMES = [  # sessions that each method is asked about
    {'game': 'chess'},
    {'game': 'chess', 'moves': FOOLS},
    {'game': 'chess', 'fen': 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'},
    {'game': 'chess', 'fen': '4k3/8/8/8/8/8/4r3/4K3 w - - 0 1'},
    {'game': 'crazyhouse', 'moves': ['e2e4', 'd7d5', 'e4d5', 'd8d5']},
    {'game': 'dice-chess'},
    {'game': 'chaturanga-4'},
    {'game': 'kriegspiel'},
    {'game': 'marseillais', 'moves': ['e2e4']},
    {'game': 'atlantis'},
    {'game': 'absorption-chess'},
]
CASES = {  # what they are asked beside that; every method here that needs more than a session
    'why': [{'move': move} for move in ('e2e4', 'e1g1', 'e1e2', 'a1a1', 'P@e4')],
    'flag': [{'player': 'white'}, {'player': 'black'}],
    'explain': [{'session': name} for name in ('chess', 'crazyhouse', 'kriegspiel')],
    'code': [{'code': code} for code in ('E0301', 'e0101', 'W0713', 'E0702')],
    'check': [{'game': game} for game in ('chess', 'xiangqi', 'WRONG.yaml', 'UNUSED.yaml', 'START.yaml', 'FAILS.yaml', 'NONE.yaml')],
    'examples': [{'game': game} for game in ('tic-tac-toe', 'circe', 'FAILS.yaml')],
    'diff': [{'game': 'los-alamos', 'session': 'los-alamos'}, {'game': 'SMALL.yaml', 'session': 'los-alamos'}],
    'search': [{'depth': 2, 'seed': 1}],
    'perft': [{'depth': 1}, {'depth': 2}],
    'playouts': [{'games': 3, 'seed': 5}],
    'playtest': [{'games': 2, 'nodes': 2, 'seed': 3, 'session': 'tic-tac-toe'}],
    'record': [{'title': 'what holds here', 'session': name} for name in ('chess', 'crazyhouse')],
    'schema': [{'kind': kind} for kind in ('rules', 'examples', 'tuning')],
}
FILES = {
    'WRONG.yaml': 'name: Wrong\nextends: chess\nboord: 8x8\nend: nothing\n',
    'UNUSED.yaml': 'name: Unused\nextends: chess\nzones: {far: [a8]}\n',
    'START.yaml': 'name: Start\nextends: chess\nzones: {far: own rank 8}\nstart: 4k3/8/8/8/8/8/8/8 w - - 0 1\n',
    'SMALL.yaml': 'name: Small\nextends: los-alamos\npieces: {knight: {moves: [N, F]}}\n',
    'FAILS.yaml': 'name: Fails\nextends: chess\n',
    'FAILS.test.yaml': '- {title: a knight jumps, legal: [g1f3, g1e2], illegal: [e2e4]}\n- {title: pawns, legal: [e2e4]}\n',
}
ALONE = {'bench', 'import', 'match'}  # no method asks this
failed = passed = 0


def check(words, problems):
    global failed, passed
    failed, passed = failed + bool(problems), passed + (not problems)
    print('\n    '.join([f'FAILED: {words}', *problems[:20]]) if problems else f'passed: {words}')


def differences(one, other, path=''):
    """Where two values differ, in words."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted({*one, *other}):
            place = f'{path}.{key}' if path else key
            if key not in one or key not in other:
                yield f'{place}: only the {"method" if key in one else "command"} has it'
            else:
                yield from differences(one[key], other[key], place)
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, pair in enumerate(zip(one, other)):
            yield from differences(*pair, f'{path}[{number}]')
    elif one != other:
        yield f'{path}: {json.dumps(one)[:150]} of the method, {json.dumps(other)[:150]} of the command'


def drop(value, path):
    """Takes a member such as games[].writable away."""
    head, _, rest = path.partition('.')
    if head.endswith('[]'):
        for item in value.get(head[:-2], []):
            drop(item, rest)
    elif rest:
        drop(value.get(head, {}), rest)
    else:
        value.pop(head, None)


def fits(types, schema, value):
    """Whether a value is what the table says: for the members that only the command has."""
    if '$ref' in schema:
        return fits(types, types[schema['$ref']], value)
    kinds = {'string': str, 'integer': int, 'boolean': bool, 'array': list, 'object': dict}
    if not isinstance(value, kinds[schema['type']]):
        return False
    if schema['type'] == 'array':
        return all(fits(types, schema['items'], item) for item in value)
    if schema['type'] != 'object':
        return True
    members, values = schema.get('properties', {}), schema.get('values')
    return all(key in value for key in schema.get('required', [])) and \
        all(fits(types, values or members[key], item) if values or key in members else not members for key, item in value.items())


class Service:
    def __init__(self, folder):
        self.process = subprocess.Popen([FERZ, 'serve', folder, '--rules', RULES], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            said = self.process.stderr.read()
            print(said)
            sys.exit(77 if 'built without' in said else 1)
        address, _, token = line.strip().partition('/#token=')
        self.url, self.token = f'{address}/rpc', token.partition('&')[0]

    def ask(self, method, params):
        request = urllib.request.Request(self.url, json.dumps({'jsonrpc': '2.0', 'id': 1, 'method': method, 'params': params}).encode(),
                                         {'Content-Type': 'application/json', 'X-Ferz-Token': self.token})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)


def command_line(row, game, asked):
    """The words of the command that asks the same."""
    asked, words = {**asked}, [row['command']]
    arguments = [game['game'] if name == 'session' else asked.pop(name) for name in row['arguments']]
    words += arguments[:1] + ['--rules', os.getcwd(), '--rules', RULES] * ('game' in row['arguments'] or 'session' in row['arguments'] or row['command'] == 'list')
    words += [] if row.get('always') else ['--json']
    words += [f'--{switch}' for switch in row.get('switches', [])]
    for name, value in asked.items():
        words += [f'--{row.get("options", {}).get(name, name)}', str(value)]
    words += ['--fen', game['fen']] if 'fen' in game else []
    words += ['--moves', *game['moves']] if 'moves' in game else []
    return words + arguments[1:]


def compare(service, table, method, row, game, asked):
    words = command_line(row, game, asked)
    params = {**asked, **row.get('params', {})}
    if 'session' in method['params']:
        loaded = service.ask('load', game)
        if 'error' in loaded:
            check(f'{game}', [str(loaded['error'])])
            return
        params['session'] = loaded['result']['session']
    answer = service.ask(method['name'], params)
    done = subprocess.run([FERZ, *words], capture_output=True, text=True)
    if 'error' in answer:
        problems = [] if done.returncode else [f'the method says {answer["error"]}, the command {done.stdout[:200]}']
    elif not done.stdout:
        problems = [f'status {done.returncode}: {done.stderr[:300]}']
    else:
        one, other = answer['result'], json.loads(done.stdout)
        one = one[row['of']] if 'of' in row else one
        other = other['games'][0] if 'in' in row else other
        for path in row.get('without', []):
            drop(one, path)
        if 'only' in row:
            one = {key: value for key, value in one.items() if key in row['only']}
        problems = [f'{key}: {other[key]} is not as the table says' for key, schema in row.get('adds', {}).items()
                    if key in other and not fits(table['types'], schema, other[key])]
        for key in row.get('adds', {}):
            other.pop(key, None)
        problems += differences(one, other)
    if 'session' in params:
        service.ask('close', {'session': params['session']})
    check(' '.join(word if ' ' not in word else f"'{word}'" for word in words if word not in (RULES, os.getcwd(), '--rules')), problems)


def commands_with_json():
    words = subprocess.run([FERZ, '--help'], capture_output=True, text=True, check=True).stdout.partition('Commands:')[2]
    for line in words.splitlines():
        name = line[2:].partition(' ')[0]
        if line.startswith('  ') and name and '--json' in subprocess.run([FERZ, name, '--help'], capture_output=True, text=True).stdout:
            yield name


def main():
    os.environ['NO_COLOR'] = '1'
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, words in FILES.items():
            with open(name, 'w', encoding='utf8') as file:
                file.write(words)
        service = Service(folder)
        try:
            table = service.ask('methods', {})['result']['schema']
            beside = set()
            for method in table['methods']:
                for row in method.get('commands', []):
                    beside |= set() if row.get('always') else {row['command']}
                    cases = CASES.get(method['name'], [{}])
                    for asked in cases:
                        asked = {key: f'{folder}/{value}' if value in FILES or value == 'NONE.yaml' else value for key, value in asked.items()}
                        games = [{'game': asked.pop('session')}] if 'session' in asked else GAMES if 'session' in method['params'] else [{}]
                        for game in games:
                            compare(service, table, method, row, game, asked)
            check('each command with --json stands beside a method', sorted({*commands_with_json()} ^ {*beside, *ALONE}))
        finally:
            service.process.terminate()
            service.process.wait()
    print(f'{passed} passed, {failed} failed')
    return failed > 0


sys.exit(main())
