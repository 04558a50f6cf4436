// SPDX-License-Identifier: Apache-2.0

import Functions
import Runtime

run(OpenidConfiguration.self)
