#include "engine/experiment/plan/requested.h"

namespace noisy {

Json requested_json(const PrivacySpec& privacy) {
  Json out = Json::object();
  if (privacy.epsilon) out.set("epsilon", *privacy.epsilon);
  if (privacy.delta) out.set("delta", *privacy.delta);
  if (privacy.rho) out.set("rho", *privacy.rho);
  return out;
}

}  // namespace noisy
