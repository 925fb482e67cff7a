"""An AEC environment of PettingZoo. It needs pettingzoo, gymnasium and NumPy.

    from ferz.pettingzoo import env
    e = env("duck-chess")
    e.reset(seed=1)
    for agent in e.agent_iter():
        observation, reward, termination, truncation, info = e.last()
        action = None if termination or truncation else choose(observation["observation"], observation["action_mask"])
        e.step(action)

Agents are the players of the variant. An observation is {"observation": uint8 planes as the agent sees the board, "action_mask": a byte
for each action}; numbers and planes are those of Variant.encoding. Dice fall by their odds. Where moves are tried, a mask has what
seems possible: a move that proves impossible leaves the turn where it is, and the umpire's answer is in infos[agent]["heard"].
An agent that plays what its mask forbids loses, as in other environments of PettingZoo.
"""

from __future__ import annotations

import random
from typing import Any, Optional

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv

import ferz
from ferz.openspiel import FerzGame, FerzState


class FerzEnv(AECEnv):  # type: ignore[misc]
    """Turns of a game as PettingZoo has them."""

    metadata = {"render_modes": ["ansi", "svg"], "name": "ferz_v0", "is_parallelizable": False}

    def __init__(self, variant: Any = "chess", render_mode: Optional[str] = None, max_plies: int = 5000, fen: Optional[str] = None,
                 **options: Any) -> None:
        super().__init__()
        self.render_mode = render_mode
        self._game = FerzGame({"variant": variant, "fen": fen, "max_game_length": max_plies, **options})
        self.possible_agents = list(self._game.variant.players)
        self.agents: list[str] = []
        encoding = self._game.variant.encoding
        self._space = spaces.Dict({
            "observation": spaces.Box(0, 255, encoding.shape, numpy.uint8),
            "action_mask": spaces.Box(0, 1, (encoding.action_count,), numpy.int8)})
        self._actions = spaces.Discrete(encoding.action_count)
        self._random = random.Random()

    def observation_space(self, agent: str) -> Any:
        return self._space

    def action_space(self, agent: str) -> Any:
        return self._actions

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        if seed is not None:
            self._random.seed(seed)
        self.state_ = FerzState(self._game)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._settle()

    def _settle(self) -> None:
        """Rolls the dice that are due, and finds who acts, or that it is over."""
        state = self.state_
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(self._random.choices([action for action, _ in outcomes], [odds for _, odds in outcomes])[0])
        player = state.current_player()
        if player >= 0:
            self.agent_selection = self.possible_agents[player]
            return
        over = state.position.is_over
        self.rewards = dict(zip(self.possible_agents, state.returns()))
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over)
        self.agent_selection = self.possible_agents[state.position.side % len(self.possible_agents)]

    def observe(self, agent: str) -> dict[str, Any]:
        player = self.possible_agents.index(agent)
        encoding, state = self._game.variant.encoding, self.state_
        hidden = self._game.variant.hides_information
        planes = numpy.frombuffer(state.position.planes(player if hidden else None), dtype=numpy.uint8).reshape(encoding.shape)
        mask = numpy.zeros(encoding.action_count, dtype=numpy.int8)
        if agent == self.agent_selection:
            mask[state.legal_actions(player)] = 1
        return {"observation": planes, "action_mask": mask}

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        player = self.possible_agents.index(agent)
        if action not in self.state_.legal_actions(player):
            self._forfeit(agent)
        else:
            heard = len(self.state_._heard)
            self.state_.apply_action(int(action))
            for one in self.agents:
                self.infos[one] = {"heard": self.state_._heard[heard:]}
            self._settle()
        self._accumulate_rewards()

    def _forfeit(self, agent: str) -> None:
        others = [one for one in self.agents if one != agent]
        self.rewards = {agent: -1.0, **{one: 1.0 / len(others) for one in others}}
        self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> Optional[str]:
        return self.state_.position.svg() if self.render_mode == "svg" else str(self.state_.position)

    def close(self) -> None:
        pass


def env(variant: Any = "chess", **options: Any) -> FerzEnv:
    """An environment; see FerzEnv."""
    return FerzEnv(variant, **options)
