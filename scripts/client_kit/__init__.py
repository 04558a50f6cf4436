# SPDX-License-Identifier: Apache-2.0
"""The parts of scripts/client-kit: which types there are (`types`), what their comments say (`prose`), and their text (`swift`)."""
