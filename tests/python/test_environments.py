"""ferz.openspiel, and ferz.pettingzoo with the library or, where it is not there, with stand-ins of what it inherits."""

import random
import sys
import types
import unittest

import ferz
from ferz.openspiel import CHANCE, TERMINAL, FerzGame

try:
    import numpy
except ImportError:
    numpy = None


def imitate():
    """The least of gymnasium and pettingzoo that an environment needs."""

    class Space:
        def __init__(self, *given):
            self.given = given

    class AECEnv:
        def agent_iter(self, most=2**63):
            while self.agents and most > 0:
                most -= 1
                yield self.agent_selection

        def last(self):
            agent = self.agent_selection
            return (self.observe(agent), self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent])

        def _accumulate_rewards(self):
            for agent, reward in self.rewards.items():
                self._cumulative_rewards[agent] += reward

        def _was_dead_step(self, action):
            if action is not None:
                raise ValueError("a dead agent's action is None")
            self.agents.remove(self.agent_selection)
            self.agent_selection = self.agents[0] if self.agents else None

    gymnasium, pettingzoo = types.ModuleType("gymnasium"), types.ModuleType("pettingzoo")
    gymnasium.spaces = types.SimpleNamespace(Dict=Space, Box=Space, Discrete=Space)
    pettingzoo.AECEnv = AECEnv
    sys.modules.update(gymnasium=gymnasium, pettingzoo=pettingzoo)


def play(game, seed=1, most=400):
    state, generator = game.new_initial_state(), random.Random(seed)
    for _ in range(most):
        if state.is_terminal():
            break
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes())
            assert abs(sum(odds) - 1) < 1e-9
            state.apply_action(generator.choices(actions, odds)[0])
        else:
            state.apply_action(generator.choice(state.legal_actions()))
    return state


class OpenSpiel(unittest.TestCase):
    def test_games(self):
        for name in ("chess", "tic-tac-toe", "ludo", "kriegspiel", "four-handed-cross", "draughts-english"):
            with self.subTest(name):
                game = FerzGame({"variant": name, "max_game_length": 200})
                state = play(game)
                self.assertEqual(len(state.returns()), game.num_players())
                self.assertLessEqual(max(map(abs, state.returns())), 1.0)
                self.assertEqual(len(state.observation_tensor(0)), game.observation_tensor_size())

    def test_state(self):
        game = FerzGame({"variant": "chess"})
        state = game.new_initial_state()
        self.assertEqual((state.current_player(), len(state.legal_actions()), sum(state.legal_actions_mask())), (0, 20, 20))
        action = state.string_to_action("e4")
        self.assertEqual(state.action_to_string(0, action), "e2e4")
        other = state.clone()
        state.apply_action(action)
        self.assertEqual((state.history(), other.history(), state.current_player()), ([action], [], 1))
        state.undo_action(0, action)
        self.assertEqual(str(state), str(other))
        mated = FerzGame({"variant": "chess", "fen": "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"}).new_initial_state()
        self.assertEqual((mated.current_player(), mated.returns(), mated.legal_actions()), (TERMINAL, [1.0, -1.0], []))
        self.assertEqual(FerzGame({"variant": "ludo"}).new_initial_state().current_player(), CHANCE)

    def test_hidden(self):
        """What one player sees does not depend on what the other has where they cannot see it."""
        fens = ("4k3/8/8/8/8/8/PPPPPPPP/4K3[] w - - 0 1", "4k2r/p7/8/8/8/8/PPPPPPPP/4K3[] w - - 0 1")
        states = [FerzGame({"variant": "kriegspiel", "fen": fen}).new_initial_state() for fen in fens]
        for told in ("observation_string", "information_state_string", "observation_tensor", "legal_actions"):
            self.assertEqual(*(getattr(state, told)(0) for state in states), told)
        self.assertNotEqual(*(state.observation_string(1) for state in states))

    def test_tries(self):
        """An impossible try leaves the turn, is heard, and is not offered again."""
        state = FerzGame({"variant": "kriegspiel", "fen": "4k3/8/8/8/8/4p3/4P3/4K3[] w - - 0 1"}).new_initial_state()
        forward = {state.action_to_string(0, action): action for action in state.legal_actions()}["e2e4"]
        state.apply_action(forward)
        self.assertEqual((state.current_player(), forward in state.legal_actions(), state.position.ply), (0, False, 0))
        self.assertIn("impossible", state.information_state_string(1))


@unittest.skipIf(numpy is None, "NumPy is not there")
class PettingZoo(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        try:
            import gymnasium  # noqa: F401
            import pettingzoo  # noqa: F401
        except ImportError:
            imitate()

    def test_random_games(self):
        from ferz.pettingzoo import env

        for name in ("tic-tac-toe", "ludo", "kriegspiel", "chess"):
            with self.subTest(name):
                made = env(name, max_plies=120)
                made.reset(seed=1)
                generator, rewards = random.Random(2), {}
                for agent in made.agent_iter():
                    observation, reward, ended, cut, _ = made.last()
                    if ended or cut:
                        rewards[agent] = reward
                        made.step(None)
                        continue
                    self.assertEqual(observation["observation"].shape, ferz.Variant(name).encoding.shape)
                    legal = numpy.flatnonzero(observation["action_mask"])
                    made.step(int(generator.choice(list(legal))))
                self.assertEqual(set(rewards), set(made.possible_agents))
                self.assertAlmostEqual(sum(rewards.values()), 0)

    def test_a_forbidden_action_loses(self):
        from ferz.pettingzoo import env

        made = env("chess")
        made.reset()
        made.step(0)
        self.assertEqual((made.rewards, made.terminations["black"]), ({"white": -1.0, "black": 1.0}, True))
        self.assertIn("r n b q", env("chess").render() if made.reset() else made.render())


if __name__ == "__main__":
    unittest.main()
