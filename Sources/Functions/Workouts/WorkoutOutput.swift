// SPDX-License-Identifier: Apache-2.0

import Domain

/// The result of a function about one workout.
package struct WorkoutOutput: FunctionOutput {
  let workout: Workout

  package var json: JSON { ["workout": workout.json] }
}
