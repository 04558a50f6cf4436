import Functions
import Runtime

run(AssignWorkout.self)
