#include "engine/algorithm/accelerated/theory/lmi_certificate.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/accelerated/theory/lmi_search.h"
#include "engine/algorithm/accelerated/theory/momentum.h"
#include "engine/math/elementary.h"

namespace noisy {
namespace {

constexpr double kRateWidth = 1e-7;
constexpr int kRatesInScan = 64;

ScaledHeavyBall scaled(const HeavyBallProblem& problem) {
  return {problem.strong_convexity / problem.smoothness, problem.step_size * problem.smoothness,
          problem.momentum, problem.form};
}

Result<void> check(const HeavyBallProblem& problem) {
  if (auto checked = check_constants(problem.strong_convexity, problem.smoothness); !checked)
    return checked;
  return check_heavy_ball(problem.step_size, problem.momentum);
}

Result<void> check_rate(double rate) {
  if (!(rate > 0.0 && rate < 1.0))
    return fail(ErrorCode::invalid_value, "rate", "the rate must lie between 0 and 1");
  return {};
}

Result<void> check(const HeavyBallProblem& problem, const LmiBoundParameters& parameters,
                   Index horizon) {
  if (horizon < 1)
    return fail(ErrorCode::invalid_value, "iterations", "at least one iteration is needed");
  for (const double value :
       {parameters.squared_distance, parameters.initial_gap, parameters.noise_trace})
    if (!(value >= 0.0) || !std::isfinite(value))
      return fail(ErrorCode::invalid_value, "noise",
                  "distance, gap and noise trace must be finite and not negative");
  return check(problem);
}

std::unexpected<Error> no_certificate() {
  return fail(
      ErrorCode::no_certificate, "momentum",
      "no certificate for this (alpha, beta, mu, L); this is normal for aggressive momentum "
      "and does not mean divergence");
}

// Repairs a point that is feasible up to the tolerance, and verifies it independently.
Result<LmiCertificate> verified(const HeavyBallProblem& problem, const LmiInequality& inequality,
                                LmiPoint point, double rate) {
  point[3] = std::max(point[3], 0.0);
  const double negative = small_eigen<2>({{{point[0], point[1]}, {point[1], point[2]}}}).values[0];
  if (negative < 0.0) {
    point[0] -= negative;
    point[2] -= negative;
  }
  const double shift = 4.0 * kLmiTolerance * scale_of(point);
  const SmallSymmetric<2> lyapunov = lyapunov_matrix(point);
  const SmallSymmetric<3> decrease = inequality.at(point);
  if (!has_cholesky_factor<3>(decrease, shift) || !has_cholesky_factor<2>(lyapunov, shift))
    return no_certificate();
  const double least =
      std::min(small_eigen<3>(decrease).values[0], small_eigen<2>(lyapunov).values[0]);
  const double size = problem.smoothness;
  return LmiCertificate{rate,
                        point[0] * size,
                        point[1] * size,
                        point[2] * size,
                        point[3] / size,
                        least / scale_of(point)};
}

// N_T = (1 - rho^{2T}) / (1 - rho^2) alpha^2 trace.
double accumulated_noise(const HeavyBallProblem& problem, const LmiBoundParameters& parameters,
                         double rate_squared, double left) {
  const double trace = problem.form == LmiForm::paper_literal
                           ? parameters.noise_trace * static_cast<double>(parameters.dimension)
                           : parameters.noise_trace;
  return (1.0 - left) / (1.0 - rate_squared) * problem.step_size * problem.step_size * trace;
}

// The slowest rate worth a certificate: a thousandth of gradient descent's decrease per iteration.
double slowest_rate(const ScaledHeavyBall& method) {
  return std::sqrt(1.0 - 1e-3 * std::min(1.0, method.convexity * method.step));
}

}  // namespace

Result<LmiCertificate> certificate_at_rate(const HeavyBallProblem& problem, double rate) {
  if (auto checked = check(problem); !checked) return std::unexpected(checked.error());
  if (auto checked = check_rate(rate); !checked) return std::unexpected(checked.error());
  const LmiInequality inequality(scaled(problem), rate);
  const auto point = feasible_point(inequality);
  if (!point) return no_certificate();
  return verified(problem, inequality, *point, rate);
}

Result<LmiCertificate> best_rate_certificate(const HeavyBallProblem& problem) {
  if (auto checked = check(problem); !checked) return std::unexpected(checked.error());
  double high = slowest_rate(scaled(problem));
  auto best = certificate_at_rate(problem, high);
  if (!best) return best;
  for (double low = 0.0; high - low > kRateWidth;) {
    const double middle = 0.5 * (low + high);
    auto certificate = certificate_at_rate(problem, middle);
    (certificate ? high : low) = middle;
    if (certificate) best = std::move(certificate);
  }
  return best;
}

LmiBound bound_from_certificate(const HeavyBallProblem& problem, const LmiCertificate& certificate,
                                const LmiBoundParameters& parameters, Index horizon) {
  const double rate_squared = certificate.rate * certificate.rate;
  const double left = math::pow(rate_squared, static_cast<double>(horizon));
  const double start =
      (certificate.p11 + 2.0 * certificate.p12 + certificate.p22) * parameters.squared_distance +
      parameters.initial_gap;
  const double determinant =
      std::max(0.0, certificate.p11 * certificate.p22 - certificate.p12 * certificate.p12);
  const double denominator = problem.smoothness * certificate.p22 + 2.0 * determinant;
  const double factor =
      denominator > 0.0 ? 1.0 + 2.0 * certificate.p12 * certificate.p12 / denominator : 1.0;
  const double noise = accumulated_noise(problem, parameters, rate_squared, left);
  return {certificate, left * start, 0.5 * problem.smoothness * noise * factor,
          noise * (certificate.p11 + 0.5 * problem.smoothness)};
}

Result<LmiBound> bound_at_rate(const HeavyBallProblem& problem,
                               const LmiBoundParameters& parameters, Index horizon, double rate) {
  if (auto checked = check(problem, parameters, horizon); !checked)
    return std::unexpected(checked.error());
  if (auto checked = check_rate(rate); !checked) return std::unexpected(checked.error());
  const double left = math::pow(rate * rate, static_cast<double>(horizon));
  const double noise = accumulated_noise(problem, parameters, rate * rate, left);
  const double distance = left * parameters.squared_distance;
  const LmiInequality inequality(scaled(problem), rate);
  const auto point =
      least_feasible_point(inequality, {distance + noise, 2.0 * distance, distance, 0.0},
                           left * parameters.initial_gap / problem.smoothness + 0.5 * noise);
  if (!point) return no_certificate();
  const auto certificate = verified(problem, inequality, *point, rate);
  if (!certificate) return std::unexpected(certificate.error());
  return bound_from_certificate(problem, *certificate, parameters, horizon);
}

Result<LmiBound> best_bound(const HeavyBallProblem& problem, const LmiBoundParameters& parameters,
                            Index horizon) {
  if (auto checked = check(problem, parameters, horizon); !checked)
    return std::unexpected(checked.error());
  const auto fastest = best_rate_certificate(problem);
  if (!fastest) return std::unexpected(fastest.error());
  LmiBound best = bound_from_certificate(problem, *fastest, parameters, horizon);
  const double slowest = slowest_rate(scaled(problem));
  for (int index = 0; index < kRatesInScan; ++index) {
    const double rate = fastest->rate + (slowest - fastest->rate) * (index + 0.5) / kRatesInScan;
    const auto bound = bound_at_rate(problem, parameters, horizon, rate);
    if (bound && bound->total() < best.total()) best = *bound;
  }
  return best;
}

}  // namespace noisy
