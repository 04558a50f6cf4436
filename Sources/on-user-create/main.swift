import Functions
import Runtime

run(OnUserCreate.self)
