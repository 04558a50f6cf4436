// SPDX-License-Identifier: Apache-2.0

import Pages
import Runtime

run(NotMePage.self)
