import Functions
import Runtime

run(Assetlinks.self)
