"""Environments for researchers: PettingZoo (:mod:`~teenpatti.envs.teen_patti_v0`), Gymnasium
(:mod:`~teenpatti.envs.seat`) and OpenSpiel (:mod:`~teenpatti.envs.openspiel`).

Importing this package makes the first two known to ``pettingzoo.make`` and ``gymnasium.make``; importing the third
makes it known to ``pyspiel.load_game``. They need the packages of ``pip install 'teenpatti[envs]'``.
"""

import gymnasium
import pettingzoo

pettingzoo.register("aec", "teenpatti/teen_patti-v0", "teenpatti.envs.teen_patti_v0:env")
pettingzoo.register("parallel", "teenpatti/teen_patti-v0", "teenpatti.envs.teen_patti_v0:parallel_env")
gymnasium.register("teenpatti/Seat-v0", "teenpatti.envs.seat:TeenPattiSeat")
