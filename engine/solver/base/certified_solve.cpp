#include "engine/solver/base/certified_solve.h"

#include <algorithm>
#include <cmath>

#include "engine/math/elementary.h"
#include "engine/solver/base/fallback.h"

namespace noisy {
namespace {

/// The part of a target that rounding leaves at least, where work() has checked it.
constexpr double kMostlyExact = 0.8;

/// The first so many bytes, in UTF-8 whole letters: what others say may be of any length.
std::string shortened(std::string text) {
  constexpr std::size_t kMostBytes = 300;
  if (text.size() <= kMostBytes) return text;
  std::size_t end = kMostBytes;
  while (end > 0 && (text[end] & 0xc0) == 0x80) --end;
  return text.substr(0, end) + " ...";
}

/// A function of another program may throw before it comes to a coroutine.
Task<> run_untrusted(const std::function<Task<>(SolverWork&)>& solve, SolverWork& work) {
  Task<> task = solve(work);
  co_await task;
}

}  // namespace

CertifiedSolve::CertifiedSolve(const Block& block, const SolverEntry& solver, Stream draws,
                               const CertifiedSolveOptions& options)
    : block_(block),
      solver_(&solver),
      draws_(draws),
      options_(options),
      loop_(block.sum()),
      task_(work()) {
  task_.begin(loop_);
}

Result<CertifiedSolution> CertifiedSolve::result() const {
  if (loop_.failure()) return std::unexpected(*loop_.failure());
  if (failure_) return std::unexpected(*failure_);
  task_.rethrow();
  if (!is_solved_) {
    return fail(ErrorCode::privacy_certificate_failed, "solver",
                "empirical solution not certified to the demanded distance; nothing is released");
  }
  CertifiedSolution out = solution_;
  out.evaluations = loop_.evaluations();
  return out;
}

Task<> CertifiedSolve::work() {
  if (std::isfinite(options_.first_distance.value)) {
    if (2 * public_rounding(block_, options_.first_distance) >
        (1 - kMostlyExact) * options_.target.value) {
      failure_ = Error{ErrorCode::certificate_precision, "toleranceRatio",
                       "double precision cannot certify this tolerance; raise \"toleranceRatio\""};
      co_return;
    }
  } else {
    Vector centre = block_.centre();
    Task<Certificate> certified = certify(loop_, block_, std::move(centre));
    const Certificate first = co_await certified;
    solution_.trace.push_back({.evaluations = 0, .residual = first.residual.value});
    if (!std::isfinite(first.residual.value)) co_return;  // nothing here has a number
    options_.first_distance = first.residual;
    options_.target = std::max(options_.target, {options_.relative_target * first.residual.value});
    if (first.residual.value == 0) {  // of which no part can be demanded
      take(first);
      co_return;
    }
  }
  if (!options_.has_fixed_iterations) {
    Task<> asked = ask_solver();
    co_await asked;
  }
  if (!is_solved_) {
    Task<> computed = fall_back();
    co_await computed;
  }
}

Task<> CertifiedSolve::ask_solver() {
  if (const auto suits = check_suits(*solver_, block_); !suits) {
    solution_.complaint = suits.error().message;
    co_return;
  }
  Block current = block_;
  for (int attempt = 0; attempt <= options_.restarts && !is_solved_; ++attempt) {
    SolverWork work = make_work(current);
    Task<> asked = ask_once(work);
    co_await asked;
    keep(work);
    if (!work.complaint().empty()) co_return;
    if (work.best().point.size() > 0) current = current.with_start(work.best().point);
  }
}

Task<> CertifiedSolve::ask_once(SolverWork& work) {
  ++solution_.attempts;
  Task<> task = run_untrusted(solver_->solve, work);
  const TaskEnd end = co_await loop_.supervise(task, budget());
  const Vector& offered = work.offered();
  if (!work.is_accepted() && offered.size() > 0) {
    Task<bool> accepted = work.accepts(offered);
    co_await accepted;
  }
  complain(end, work);
}

void CertifiedSolve::complain(TaskEnd end, const SolverWork& work) {
  const auto say = [&](std::string complaint) {
    solution_.complaint = shortened(std::move(complaint));
  };
  if (!work.complaint().empty()) return say(work.complaint());
  if (end == TaskEnd::threw) return say("it threw an exception");
  if (work.is_accepted()) return say("");
  if (end == TaskEnd::used_up) return say("it used up its evaluations");
  const Vector& offered = work.offered();
  const std::string fault = offered.size() > 0 ? fault_of(offered, block_) : "";
  say(fault.empty() ? "it ended at no point that is near enough" : fault);
}

Task<> CertifiedSolve::fall_back() {
  solution_.is_fallback = true;
  SolverWork work = make_work(block_);
  Task<Vector> computed = fallback_point(loop_, block_, last_steps());
  const Vector point = co_await computed;
  Task<bool> accepted = work.accepts(point);
  co_await accepted;
  keep(work);
}

double CertifiedSolve::digits() const {
  if (!std::isfinite(options_.first_distance.value)) return 0;
  return std::max(0.0, math::log(options_.first_distance.value / options_.target.value));
}

Index CertifiedSolve::last_steps() const {
  // A certificate is accepted with its allowance for rounding, and half as much may be wrong with
  // what is computed of it; both are public. Twice the allowance is at most a fifth of the target,
  // but for targets that are a part of a first residual, of which nothing is known beforehand.
  const double rounding = 2 * public_rounding(block_, options_.first_distance);
  const double target = options_.target.value;
  return fallback_steps(block_, options_.first_distance,
                        {std::max(target - rounding, kMostlyExact * target)});
}

SolverWork CertifiedSolve::make_work(const Block& block) {
  const auto is_enough = [target = options_.target](const Certificate& found) {
    return found.residual <= target;
  };
  return SolverWork(loop_, block, draws_, is_enough, options_.target, solution_.attempts);
}

void CertifiedSolve::keep(const SolverWork& work) {
  solution_.trace.insert(solution_.trace.end(), work.trace().begin(), work.trace().end());
  if (work.is_accepted()) take(work.best());
}

void CertifiedSolve::take(const Certificate& certificate) {
  is_solved_ = true;
  solution_.point = certificate.point;
  solution_.residual = certificate.residual;
}

Index CertifiedSolve::budget() const {
  if (options_.budget > 0) return options_.budget;
  const auto steps = static_cast<double>(last_steps());
  const double evaluations = steps * static_cast<double>(fallback_step_cost(block_));
  return static_cast<Index>(std::min(evaluations, 0x1p52));
}

}  // namespace noisy
