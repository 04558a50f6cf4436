# SPDX-License-Identifier: Apache-2.0
"""The parts of scripts/client-kit: which types there are (`types`), those with one of several forms (`alternatives`), what their
comments say (`prose`), and their text (`swift`, `typescript`)."""
