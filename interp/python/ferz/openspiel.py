"""A game in the shape of OpenSpiel's Python games: Game, State, Observer.

    from ferz.openspiel import FerzGame
    game = FerzGame({"variant": "chess"})
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])

Nothing is needed for that. Where pyspiel is there, `register()` makes pyspiel.load_game("python_ferz(variant=chess)") know it.
Actions are the numbers of Variant.encoding; rolls of dice are chance nodes. What a player does not see is hidden: from their
observations and from their information state; where moves are tried, impossible ones are too, and the umpire's answers are heard.
"""

from __future__ import annotations

from typing import Any, Optional

import ferz

try:
    import pyspiel
except ImportError:
    pyspiel = None

CHANCE, TERMINAL = -1, -4  # as pyspiel.PlayerId


class FerzState:
    """A state of play."""

    def __init__(self, game: "FerzGame", position: Optional[ferz.Game] = None) -> None:
        self._game = game
        self.position = position or game.variant.game(game.fen)
        self._refused: list[tuple[int, str]] = []  # what was tried in vain, by ply
        self._heard: list[str] = []

    # ---- who acts ----

    def current_player(self) -> int:
        if self.position.is_over or self.position.ply >= self._game.max_game_length():
            return TERMINAL
        side = self.position.side
        return CHANCE if side >= self._game.num_players() else side

    def is_terminal(self) -> bool:
        return self.current_player() == TERMINAL

    def is_chance_node(self) -> bool:
        return self.current_player() == CHANCE

    def chance_outcomes(self) -> list[tuple[int, float]]:
        rolls, actions = self.position.rolls, self.position.actions()
        total = sum(rolls.values())
        return sorted((actions[roll], weight / total) for roll, weight in rolls.items())

    # ---- actions ----

    def legal_actions(self, player: Optional[int] = None) -> list[int]:
        """The numbers of legal moves. Where moves are tried, of those that seem possible and were not refused this turn."""
        if self.is_terminal() or (player is not None and player != self.current_player()):
            return []
        if self._game.variant.has_tries and not self.is_chance_node():
            return sorted(self._tries())
        return sorted(self.position.actions().values())

    def legal_actions_mask(self, player: Optional[int] = None) -> list[int]:
        mask = [0] * self._game.num_distinct_actions()
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def _tries(self) -> dict[int, str]:
        """What seems possible to the mover and was not refused this turn, by its numbers."""
        refused = {move for ply, move in self._refused if ply == self.position.ply}
        tries = self.position.try_actions(self.position.side)
        return {number: move for move, number in tries.items() if move not in refused} or self._legal()

    def _legal(self) -> dict[int, str]:
        return {number: move for move, number in self.position.actions().items()}

    def apply_action(self, action: int) -> None:
        if not self._game.variant.has_tries or self.is_chance_node():
            self.position.push_action(action)
            return
        move = self._tries()[action]
        answer = self.position.attempt(move)
        if not answer.played:
            self._refused.append((self.position.ply, move))
        self._heard += answer.announced.splitlines()

    def undo_action(self, player: int, action: int) -> None:
        self.position.pop()

    def action_to_string(self, player_or_action: int, action: Optional[int] = None) -> str:
        number = player_or_action if action is None else action
        tried = self._game.variant.has_tries and not self.is_chance_node()
        found = (self._tries() if tried else self._legal()).get(number)
        return found or self._game.variant.encoding.action_text(number)

    def string_to_action(self, text: str) -> int:
        return self.position.actions()[self.position.parse(text)]

    # ---- what it is worth ----

    def returns(self) -> list[float]:
        """1 for a win, -1 for a loss, 0 for a draw and while it goes on; with shares of the point, in between."""
        result = self.position.result
        players = self._game.num_players()
        if result is None:
            return [0.0] * players
        sides = len(set(self._game.variant.sides))
        middle = 1 / sides
        return [(point - middle) / (1 - middle) if point >= middle else (point - middle) / middle for point in result.points]

    def rewards(self) -> list[float]:
        return self.returns()

    # ---- what is seen ----

    def observation_string(self, player: Optional[int] = None) -> str:
        return self.position.view_fen(self._player(player)) if self._game.variant.hides_information else self.position.fen

    def information_state_string(self, player: Optional[int] = None) -> str:
        """All that the player has seen and heard."""
        number = self._player(player)
        moves = self.position.view_moves(number) if self._game.variant.hides_information else self.position.move_stack
        return "\n".join([self.observation_string(number), " ".join(moves), *self._heard])

    def observation_tensor(self, player: Optional[int] = None) -> list[float]:
        planes = self.position.planes(self._player(player) if self._game.variant.hides_information else None)
        encoding = self._game.variant.encoding
        area = encoding.shape[1] * encoding.shape[2]
        return [byte / encoding.planes[index // area].scale for index, byte in enumerate(planes)]

    def _player(self, player: Optional[int]) -> int:
        number = self.current_player() if player is None else player
        return max(0, number)

    def clone(self) -> "FerzState":
        made = FerzState(self._game, self.position.copy())
        made._refused, made._heard = list(self._refused), list(self._heard)
        return made

    def history(self) -> list[int]:
        """The actions so far."""
        replay, found = self._game.variant.game(self._game.fen), []
        for move in self.position.move_stack:
            found.append(replay.actions()[move])
            replay.push(move)
        return found

    def __str__(self) -> str:
        return self.position.fen

    def __deepcopy__(self, memo: Any) -> "FerzState":
        return self.clone()


class FerzGame:
    """A game: parameters "variant", and optionally "fen" and any options of the rules."""

    short_name = "python_ferz"

    def __init__(self, params: Optional[dict[str, Any]] = None) -> None:
        given = dict(params or {})
        self._params = dict(given)
        name, self.fen = given.pop("variant", "chess"), given.pop("fen", None) or None
        self._length = int(given.pop("max_game_length", 5000))
        self.variant = name if isinstance(name, ferz.Variant) else ferz.Variant(name, given)

    def new_initial_state(self, fen: Optional[str] = None) -> FerzState:
        return FerzState(self, self.variant.game(fen) if fen else None)

    def num_players(self) -> int:
        return len(self.variant.players)

    def num_distinct_actions(self) -> int:
        return self.variant.encoding.action_count

    def max_chance_outcomes(self) -> int:
        return self.variant.encoding.action_count

    def max_game_length(self) -> int:
        return self._length

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> Optional[float]:
        return 0.0 if len(set(self.variant.sides)) == 2 == self.num_players() else None

    def observation_tensor_shape(self) -> list[int]:
        return list(self.variant.encoding.shape)

    def observation_tensor_size(self) -> int:
        planes, rows, columns = self.variant.encoding.shape
        return planes * rows * columns

    def get_parameters(self) -> dict[str, Any]:
        return dict(self._params)

    def __str__(self) -> str:
        return f"python_ferz(variant={self.variant.name})"


def register() -> None:
    """Makes pyspiel know the game. ImportError where pyspiel is not there."""
    if pyspiel is None:
        raise ImportError("pyspiel is not there: pip install open_spiel")
    kind = pyspiel.GameType(
        short_name="python_ferz", long_name="Ferz: rules from files", dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC, information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM, reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=8,
        min_num_players=1, provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True, parameter_specification={"variant": "chess", "fen": ""})
    pyspiel.register_game(kind, FerzGame)
