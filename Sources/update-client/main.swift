import Functions
import Runtime

run(UpdateClient.self)
