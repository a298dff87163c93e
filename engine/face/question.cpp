#include "noisy_descent/question.h"

#include "engine/experiment/file/version.h"
#include "engine/face/inside.h"
#include "engine/question/account/account.h"
#include "engine/question/catalogue.h"
#include "noisy_descent/version.h"

namespace noisy_descent {

Result<std::string> account(std::string_view query) {
  return outward(noisy::account(query));
}

Result<std::string> theory(std::string_view query) {
  return outward(noisy::theory(query));
}

std::string catalogue() {
  return noisy::catalogue();
}

std::string_view version() {
  return noisy::engine_version();
}

}  // namespace noisy_descent
