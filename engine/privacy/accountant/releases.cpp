#include "engine/privacy/accountant/releases.h"

#include <cmath>
#include <limits>
#include <optional>

#include "engine/math/elementary.h"
#include "engine/privacy/accountant/analytic_gaussian.h"
#include "engine/privacy/accountant/hockey_stick.h"
#include "engine/privacy/accountant/mechanism_renyi.h"
#include "engine/privacy/accountant/pld.h"
#include "engine/privacy/accountant/zcdp.h"

namespace noisy {
namespace {

constexpr double kRoundUp = 1.0 + 0x1p-50;

std::unexpected<Error> unsupported(const char* message) {
  return fail(ErrorCode::unsupported_option, "accountant", message);
}

bool gaussian(const Releases& releases) {
  return releases.mechanism == Mechanism::gaussian;
}

/// mu of all releases without sampling, rounded up.
double total_mu(const Releases& releases) {
  return std::sqrt(releases.steps) / releases.noise_multiplier * (1.0 + 0x1p-51);
}

/// What one Laplace release costs, rounded up.
double pure_epsilon_of_one(const Releases& releases) {
  const double base = 1.0 / releases.noise_multiplier;
  return sampled_laplace_epsilon(base, releases.sampling_rate, 0.0);
}

Accountant chosen(const Releases& releases, Accountant accountant, bool pure) {
  if (accountant != Accountant::tightest) return accountant;
  if (!gaussian(releases) && pure) return Accountant::pure;
  if (releases.steps == 1) return Accountant::analytic;
  if (gaussian(releases) && releases.sampling_rate == 1) return Accountant::analytic;
  return Accountant::pld;
}

/// Whether the accountant serves the releases at all.
Result<SampledPair> check(const Releases& releases, Accountant accountant) {
  const bool sampled = releases.sampling_rate < 1;
  if (accountant == Accountant::pure && gaussian(releases))
    return unsupported("Gaussian noise has no pure guarantee: choose \"rdp\" or \"pld\"");
  if (accountant == Accountant::zcdp && sampled)
    return unsupported("zCDP has no amplification by sampling: choose \"rdp\" or \"pld\"");
  if (accountant == Accountant::analytic && releases.steps > 1 && (sampled || !gaussian(releases)))
    return unsupported(
        "the closed form is for one release, or for Gaussian noise without sampling: choose "
        "\"rdp\" or \"pld\"");
  return sampled_pair(releases);
}

/// The releases as the privacy loss distribution takes them. Where both batches may hold a record
/// that differs, it is the pair of an exchange that bounds them, whatever the relation is called.
struct LossQuestion {
  LossSetting setting;
  Neighbours neighbours;
};

Result<LossQuestion> loss_question(const Releases& releases, SampledPair pair) {
  const double noise = releases.noise_multiplier;
  const auto mechanism =
      gaussian(releases) ? LossMechanism::gaussian(noise) : LossMechanism::laplace(noise);
  if (!mechanism) return std::unexpected(mechanism.error());
  LossSampling sampling = LossSampling::none;
  if (releases.sampling_rate < 1)
    sampling = releases.sampling == BatchSampling::poisson ? LossSampling::poisson
                                                           : LossSampling::without_replacement;
  return LossQuestion{
      {*mechanism, static_cast<Index>(releases.steps), sampling, releases.sampling_rate},
      pair == SampledPair::exchanged ? Neighbours::replace_one : Neighbours::add_remove};
}

Accounted from_bounds(const CertifiedBounds& bounds) {
  return {bounds.pessimistic, Accountant::pld, bounds.grid_points == 0, 0.0, bounds.optimistic};
}

Result<Accounted> loss_epsilon(const Releases& releases, SampledPair pair, double delta) {
  const auto question = loss_question(releases, pair);
  if (!question) return std::unexpected(question.error());
  const auto bounds =
      pld_epsilon({&question->setting, 1}, question->neighbours, delta, releases.loss_accuracy);
  if (!bounds) return std::unexpected(bounds.error());
  return from_bounds(*bounds);
}

Result<Accounted> loss_delta(const Releases& releases, SampledPair pair, double epsilon) {
  const auto question = loss_question(releases, pair);
  if (!question) return std::unexpected(question.error());
  const auto bounds =
      pld_delta({&question->setting, 1}, question->neighbours, epsilon, releases.loss_accuracy);
  if (!bounds) return std::unexpected(bounds.error());
  return from_bounds(*bounds);
}

/// No grid holds these losses: Renyi divergences always answer.
bool falls_back(const Result<Accounted>& answer, Accountant asked) {
  return !answer && asked == Accountant::tightest &&
         answer.error().code == ErrorCode::limit_exceeded;
}

}  // namespace

Result<SampledPair> sampled_pair(const Releases& releases) {
  const bool fixed_size =
      releases.sampling == BatchSampling::without_replacement && releases.sampling_rate < 1;
  if (fixed_size && releases.neighbours != Neighbours::replace_one)
    return fail(ErrorCode::unsupported_neighbours, "neighbours",
                "where a batch of fixed size misses a record it holds another instead: state the "
                "noise under \"replace-one\", or choose Poisson sampling");
  if (fixed_size || releases.neighbours == Neighbours::replace_one) return SampledPair::exchanged;
  return SampledPair::remove;
}

Result<RenyiCurve> releases_curve(const Releases& releases) {
  const auto pair = sampled_pair(releases);
  if (!pair) return std::unexpected(pair.error());
  const double noise = releases.noise_multiplier, rate = releases.sampling_rate;
  if (gaussian(releases)) return sampled_gaussian_curve(noise, rate, *pair).times(releases.steps);
  return sampled_laplace_curve(1.0 / noise, rate, *pair).times(releases.steps);
}

Result<Accounted> releases_epsilon(const Releases& releases, Accountant accountant, double delta) {
  const Accountant asked = accountant;
  accountant = chosen(releases, asked, delta == 0);
  const auto pair = check(releases, accountant);
  if (!pair) return std::unexpected(pair.error());
  if (delta == 0 && gaussian(releases))
    return fail(ErrorCode::invalid_budget, "delta",
                "Gaussian noise is never (epsilon, 0)-DP: give a delta greater than 0, well below "
                "1/n");
  const double rate = releases.sampling_rate;
  if (rate == 0) return Accounted{0.0, accountant, true};
  switch (accountant) {
    case Accountant::pure:
      return Accounted{releases.steps * pure_epsilon_of_one(releases) * kRoundUp, accountant,
                       delta == 0};
    case Accountant::analytic:
      if (!gaussian(releases))
        return Accounted{sampled_laplace_epsilon(1.0 / releases.noise_multiplier, rate, delta),
                         accountant, true};
      if (rate == 1)
        return Accounted{gaussian_epsilon_from_log(total_mu(releases), math::log(delta)),
                         accountant, true};
      return Accounted{sampled_gaussian_epsilon(releases.noise_multiplier, rate, math::log(delta)),
                       accountant, true};
    case Accountant::zcdp: {
      const double mu = total_mu(releases);
      return Accounted{zcdp_epsilon(0.5 * mu * mu, delta, ZcdpConversion::optimal), accountant};
    }
    case Accountant::pld: {
      const auto epsilon = loss_epsilon(releases, *pair, delta);
      if (!falls_back(epsilon, asked)) return epsilon;
      break;
    }
    default:
      break;
  }
  const auto curve = releases_curve(releases);
  if (!curve) return std::unexpected(curve.error());
  const RenyiBound bound = renyi_epsilon(*curve, delta);
  return Accounted{bound.value, Accountant::rdp, false, bound.order};
}

Result<Accounted> releases_delta(const Releases& releases, Accountant accountant, double epsilon) {
  const Accountant asked = accountant;
  accountant = chosen(releases, asked, false);
  const auto pair = check(releases, accountant);
  if (!pair) return std::unexpected(pair.error());
  if (epsilon < 0 && accountant != Accountant::analytic)
    return fail(ErrorCode::invalid_budget, "epsilon",
                "must be at least 0 with this accountant; only \"analytic\" takes negative ones");
  const double rate = releases.sampling_rate, noise = releases.noise_multiplier;
  switch (accountant) {
    case Accountant::pure: {
      const double whole = releases.steps * pure_epsilon_of_one(releases) * kRoundUp;
      return Accounted{whole <= epsilon ? 0.0 : 1.0, accountant, whole <= epsilon};
    }
    case Accountant::analytic: {
      if (!gaussian(releases))
        return Accounted{sampled_laplace_delta(1.0 / noise, rate, epsilon, *pair), accountant,
                         true};
      const double log_delta = rate == 1 ? log_gaussian_delta(total_mu(releases), epsilon)
                                         : sampled_gaussian_log_delta(noise, rate, epsilon, *pair);
      return Accounted{std::fmin(1.0, math::exp(log_delta) * kRoundUp), accountant, true};
    }
    case Accountant::zcdp: {
      const double mu = total_mu(releases);
      return Accounted{zcdp_delta(0.5 * mu * mu, epsilon, ZcdpConversion::optimal), accountant};
    }
    case Accountant::pld: {
      const auto delta = loss_delta(releases, *pair, epsilon);
      if (!falls_back(delta, asked)) return delta;
      break;
    }
    default:
      break;
  }
  const auto curve = releases_curve(releases);
  if (!curve) return std::unexpected(curve.error());
  const RenyiBound bound = renyi_delta(*curve, epsilon);
  return Accounted{bound.value, Accountant::rdp, false, bound.order};
}

}  // namespace noisy
