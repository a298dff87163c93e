#include "engine/question/account/releases_query.h"
#include "engine/privacy/release/noise.h"

#include <cmath>

namespace noisy {
namespace {

std::string accountant_text(const Accounted& accounted) {
  switch (accounted.accountant) {
    case Accountant::pure:
      return "sum of pure guarantees";
    case Accountant::analytic:
      return "closed form";
    case Accountant::zcdp:
      return "zCDP with the optimal conversion (Canonne, Kamath, Steinke 2020)";
    case Accountant::pld:
      return "privacy loss distribution, pessimistic";
    default:
      break;
  }
  if (std::isinf(accounted.order)) return "Renyi DP; the pure guarantee is the least";
  return "Renyi DP at the best real order (Canonne, Kamath, Steinke 2020, Prop. 12)";
}

/// What lies between `optimistic` and the value.
std::string between_text(const Releases& releases) {
  const auto pair = sampled_pair(releases);
  const bool is_amplification =
      releases.sampling_rate < 1 && pair && *pair == SampledPair::exchanged;
  return is_amplification
             ? "the amplification bound for exchanged records; the releases' own loss may be less"
             : "the releases' own loss";
}

std::string sampling_text(const Releases& releases) {
  if (releases.sampling_rate == 1) return "all records";
  return releases.sampling == BatchSampling::poisson ? "Poisson sampling" : "batches of fixed size";
}

}  // namespace

Result<void> settle(ReleasesQuery& query) {
  const bool fixed_size = query.sampling == "without-replacement";
  query.releases.sampling =
      fixed_size ? BatchSampling::without_replacement : BatchSampling::poisson;
  const auto relation = find_word<Neighbours>(query.neighbours);
  query.releases.neighbours =
      relation.value_or(fixed_size ? Neighbours::replace_one : Neighbours::add_remove);
  const std::pair<std::string_view, Accountant> words[] = {{"pure", Accountant::pure},
                                                           {"analytic", Accountant::analytic},
                                                           {"zcdp", Accountant::zcdp},
                                                           {"rdp", Accountant::rdp},
                                                           {"pld", Accountant::pld}};
  for (const auto& [word, accountant] : words)
    if (query.accountant_name == word) query.accountant = accountant;
  return {};
}

Releases for_one_answer(Releases releases) {
  releases.loss_accuracy = {.absolute = 1e-6, .relative = 1e-7};
  return releases;
}

std::string method_text(const Releases& releases, const Accounted& accounted) {
  return accountant_text(accounted) + "; " + std::string(noise_of(releases.mechanism).title) +
         " noise, " + sampling_text(releases) + ", " + word_for(releases.neighbours) +
         " neighbours";
}

Json accounted_json(const Releases& releases, const Accounted& accounted) {
  Json out = answer(accounted.value, method_text(releases, accounted),
                    accounted.is_exact ? kExact : kUpper);
  if (accounted.order > 1 && std::isfinite(accounted.order)) out.set("order", accounted.order);
  if (accounted.accountant == Accountant::pld) {
    out.set("optimistic", accounted.optimistic);
    out.set("between", between_text(releases));
  }
  return out;
}

}  // namespace noisy
