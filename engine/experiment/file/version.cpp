#include "engine/experiment/file/version.h"

namespace noisy {

std::string_view engine_version() {
  return NOISY_DESCENT_VERSION;
}

}  // namespace noisy
