#include "engine/experiment/session/saddle_sets.h"

#include <utility>
#include <vector>

#include "engine/json/vocabulary.h"

namespace noisy {
namespace {

bool is_ball(Domain::Kind kind) {
  switch (kind) {
    case Domain::Kind::l2_ball:
    case Domain::Kind::l1_ball:
    case Domain::Kind::linf_ball:
    case Domain::Kind::group_ball:
    case Domain::Kind::lp_ball:
      return true;
    default:
      return false;
  }
}

Json set_json(const Domain& domain, Index size) {
  return Json::object({{"size", size},
                       {"kind", word_for(domain.kind)},
                       {"radius", is_ball(domain.kind) ? Json(domain.radius) : Json()}});
}

Json sets_json(const Domain& domain, Index size) {
  std::vector<Json> sets;
  if (domain.kind == Domain::Kind::product) {
    for (const DomainFactor& factor : domain.factors) {
      sets.push_back(set_json(factor.domain, factor.size));
    }
  } else {
    sets.push_back(set_json(domain, size));
  }
  return Json::array(std::move(sets));
}

}  // namespace

Json saddle_sets_json(const SaddleLoss& loss, Index features) {
  return Json::object(
      {{"primal", sets_json(loss.primal_domain(features), loss.primal_dimension(features))},
       {"dual", sets_json(loss.dual_domain(features), loss.dual_dimension(features))}});
}

}  // namespace noisy
