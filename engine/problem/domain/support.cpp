#include "engine/problem/domain/support.h"

#include <algorithm>

#include "engine/math/reduce.h"

namespace noisy {
namespace {

double box_support(const Domain& box, std::span<const double> g) {
  const auto bound = [](const Vector& all, std::size_t i) {
    return all[all.size() == 1 ? 0 : static_cast<Index>(i)];
  };
  return math::sum_of(g.size(), [&](std::size_t i) {
    return std::max(bound(box.lower, i) * g[i], bound(box.upper, i) * g[i]);
  });
}

std::optional<double> product_support(const Domain& product, std::span<const double> g) {
  double total = 0;
  for (const auto& [domain, size] : product.factors) {
    const auto part = support(domain, g.first(static_cast<std::size_t>(size)));
    if (!part) return std::nullopt;
    total += *part;
    g = g.subspan(static_cast<std::size_t>(size));
  }
  return total;
}

}  // namespace

std::optional<double> support(const Domain& domain, std::span<const double> g) {
  switch (domain.kind) {
    case Domain::Kind::l2_ball:
      return domain.radius * math::l2_norm(g);
    case Domain::Kind::l1_ball:
      return domain.radius * math::linf_norm(g);
    case Domain::Kind::linf_ball:
      return domain.radius * math::l1_norm(g);
    case Domain::Kind::box:
      return box_support(domain, g);
    case Domain::Kind::simplex:
      return *std::ranges::max_element(g);
    case Domain::Kind::product:
      return product_support(domain, g);
    case Domain::Kind::all:
    case Domain::Kind::nonnegative:
    case Domain::Kind::group_ball:
    case Domain::Kind::lp_ball:
    case Domain::Kind::hull:
      break;
  }
  return std::nullopt;
}

}  // namespace noisy
