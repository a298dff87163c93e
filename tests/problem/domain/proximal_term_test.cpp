#include "engine/problem/domain/proximal_term.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/math/reduce.h"
#include "tests/algorithm/settings.h"

namespace noisy::testing {
namespace {

using Kind = Regularizer::Kind;
using Set = Domain::Kind;

struct Case {
  std::string name;
  Regularizer regularizer;
  Domain domain;
};

Regularizer regularizer(Kind kind, double strength = 0.7) {
  return {.kind = kind, .strength = strength, .l2_strength = 0.4, .group_size = 3};
}

Domain domain(Set kind, double radius = 0.8) {
  Domain out{.kind = kind, .radius = radius, .group_size = 3};
  out.lower = Vector::Constant(1, -0.3);
  out.upper = Vector::Constant(1, 0.9);
  return out;
}

/// Every exact combination of 1.4.
std::vector<Case> cases() {
  std::vector<Case> out;
  const std::vector<std::pair<std::string, Kind>> kinds = {
      {"none", Kind::none},       {"l2", Kind::l2},
      {"l1", Kind::l1},           {"elastic net", Kind::elastic_net},
      {"l2 norm", Kind::l2_norm}, {"group", Kind::group_l2},
      {"linf", Kind::linf}};
  const std::vector<std::pair<std::string, Set>> sets = {
      {"all", Set::all},         {"l2 ball", Set::l2_ball},
      {"l1 ball", Set::l1_ball}, {"linf ball", Set::linf_ball},
      {"box", Set::box},         {"nonnegative", Set::nonnegative},
      {"simplex", Set::simplex}, {"group ball", Set::group_ball}};
  for (const auto& [name, kind] : kinds) {
    for (const auto& [place, set] : sets) {
      if (ProximalTerm::create(regularizer(kind), domain(set), 8)) {
        out.push_back({name + " on " + place, regularizer(kind), domain(set)});
      }
    }
  }
  return out;
}

Vector random_point(Index d, double size, Numbers01& random) {
  Vector out(d);
  for (Index i = 0; i < d; ++i) out[i] = random(-size, size);
  return out;
}

/// Ties, zeros, huge and tiny entries, and ordinary points, in d coordinates.
std::vector<Vector> points(Index d, Numbers01& random) {
  std::vector<Vector> out = {Vector::Zero(d), Vector::Constant(d, 0.5), Vector::Constant(d, -3.0),
                             Vector::Constant(d, 1e-9)};
  for (const double size : {0.1, 1.0, 10.0}) {
    for (int i = 0; i < 6; ++i) out.push_back(random_point(d, size, random));
  }
  Vector ties = random_point(d, 2, random);
  for (Index i = 0; i + 1 < d; i += 2) ties[i + 1] = -ties[i];
  out.push_back(ties);
  Vector sparse = Vector::Zero(d);
  sparse[d / 2] = -4;
  out.push_back(sparse);
  return out;
}

Vector prox(const ProximalTerm& term, double step, Vector x) {
  term.prox(step, x);
  return x;
}

ProximalTerm term_of(const Case& item, Index d) {
  return ProximalTerm::create(item.regularizer, item.domain, d).value();
}

TEST(ProximalTerm, CoversTheTable) {
  EXPECT_EQ(cases().size(), 35u);
}

/// p = prox(y) exactly when <y - p, u - p> <= eta (r(u) - r(p)) for every u in C.
TEST(ProximalTerm, MeetsItsOptimalityCondition) {
  Numbers01 random(11);
  for (const Index d : {1, 2, 8}) {
    for (const Case& item : cases()) {
      const ProximalTerm term = term_of(item, d);
      for (const double step : {0.01, 1.0, 5.0}) {
        for (const Vector& y : points(d, random)) {
          const Vector p = prox(term, step, y);
          ASSERT_TRUE(item.domain.contains(p)) << item.name << " d=" << d;
          for (int trial = 0; trial < 40; ++trial) {
            const double size = trial % 4 == 0 ? 1e-3 : trial % 4 == 1 ? 0.1 : 2;
            Vector u = p;
            if (trial % 3 == 0) {
              u[trial % d] += random(-size, size);
            } else {
              u += random_point(d, size, random);
            }
            item.domain.project(u);
            const double gain = math::dot(y - p, u - p);
            const double price = step * (term.value(u) - term.value(p));
            ASSERT_LE(gain - price, 1e-12 * (1 + y.norm()) * (1 + u.norm()))
                << item.name << " d=" << d << " step=" << step;
          }
        }
      }
    }
  }
}

TEST(ProximalTerm, IsFirmlyNonExpansive) {
  Numbers01 random(12);
  for (const Case& item : cases()) {
    const ProximalTerm term = term_of(item, 8);
    const auto all = points(8, random);
    for (const Vector& a : all) {
      for (const Vector& b : all) {
        const Vector change = prox(term, 0.6, a) - prox(term, 0.6, b);
        EXPECT_LE(change.squaredNorm(), math::dot(change, a - b) + 1e-13) << item.name;
      }
    }
  }
}

TEST(ProximalTerm, ProjectionsAreIdempotentAndKeepFeasiblePoints) {
  Numbers01 random(13);
  for (const Case& item : cases()) {
    if (item.regularizer.kind != Kind::none) continue;
    const ProximalTerm term = term_of(item, 8);
    for (const Vector& y : points(8, random)) {
      const Vector once = prox(term, 1, y);
      EXPECT_LE((prox(term, 1, once) - once).lpNorm<Eigen::Infinity>(), 4e-16) << item.name;
      if (!item.domain.contains(y)) continue;
      EXPECT_LE((once - y).lpNorm<Eigen::Infinity>(), 4e-16) << item.name;
    }
  }
}

TEST(ProximalTerm, MoreauSplitsL1AndLInf) {
  Numbers01 random(14);
  for (const Index d : {1, 2, 8, 50}) {
    for (const Vector& y : points(d, random)) {
      for (const double t : {1e-3, 0.7, 4.0}) {
        const double slack = 1e-15 * (1 + y.norm());
        Vector soft = y, clamped = y;
        regularizer(Kind::l1, t).prox(1, soft);
        domain(Set::linf_ball, t).project(clamped);
        EXPECT_LE((soft + clamped - y).lpNorm<Eigen::Infinity>(), slack);
        Vector flattened = y, projected = y;
        regularizer(Kind::linf, 1).prox(t, flattened);
        domain(Set::l1_ball, t).project(projected);
        EXPECT_LE((flattened + projected - y).lpNorm<Eigen::Infinity>(), 8 * slack);
      }
    }
  }
}

/// The specification's rule: sort descending, largest k with u_k > (sum_{j<=k} u_j - total) / k.
double sorted_threshold(std::vector<double> u, double total) {
  std::sort(u.rbegin(), u.rend());
  double sum = 0, theta = 0;
  for (std::size_t k = 1; k <= u.size(); ++k) {
    sum += u[k - 1];
    const double candidate = (sum - total) / static_cast<double>(k);
    if (u[k - 1] > candidate) theta = candidate;
  }
  return theta;
}

TEST(Projection, FindsTheThresholdOfSorting) {
  Numbers01 random(15);
  for (const Index d : {1, 3, 40, 2000}) {
    for (int trial = 0; trial < 20; ++trial) {
      Vector y = random_point(d, 1, random);
      if (trial % 3 == 1) y = y.array().cube() * 50;          // few large entries
      if (trial % 3 == 2) y = (y * 4).array().round() / 4.0;  // many ties
      const double radius = trial % 2 == 0 ? 0.5 : 3;
      std::vector<double> magnitudes, values;
      for (const double v : y) magnitudes.push_back(std::fabs(v)), values.push_back(v);

      Vector expected = y;
      if (y.lpNorm<1>() > radius) {
        const double theta = sorted_threshold(magnitudes, radius);
        for (double& v : expected) v = std::copysign(std::max(std::fabs(v) - theta, 0.0), v);
      }
      Vector projected = y;
      domain(Set::l1_ball, radius).project(projected);
      EXPECT_LE((projected - expected).lpNorm<Eigen::Infinity>(), 1e-13 * (1 + y.norm()));

      const double theta = sorted_threshold(values, 1);
      Vector simplex = y;
      domain(Set::simplex).project(simplex);
      EXPECT_LE((simplex - (y.array() - theta).max(0.0).matrix()).lpNorm<Eigen::Infinity>(),
                1e-13 * (1 + y.norm()));
    }
  }
}

TEST(Projection, KeepsItsDigitsForHugeAndTinyEntries) {
  const auto project = [](Set kind, double radius, Vector x) {
    domain(kind, radius).project(x);
    return x;
  };
  EXPECT_EQ(project(Set::l1_ball, 1, Vector{{1e20}}), (Vector{{1}}));
  EXPECT_EQ(project(Set::l1_ball, 1, Vector{{1e300, -1e300, 3}}), (Vector{{0.5, -0.5, 0}}));
  EXPECT_EQ(project(Set::simplex, 1, Vector{{-1e300, 1e300, 1e300}}), (Vector{{0, 0.5, 0.5}}));
  EXPECT_EQ(project(Set::simplex, 1, Vector{{-7}}), (Vector{{1}}));
  EXPECT_EQ(project(Set::l1_ball, 1, Vector{{1e-300, 0}}), (Vector{{1e-300, 0}}));
  const Vector onto_ball = project(Set::l2_ball, 5, Vector{{3e200, 4e200}});
  EXPECT_NEAR(onto_ball[0], 3, 1e-14);
  EXPECT_NEAR(onto_ball[1], 4, 1e-14);
  const Vector blocks = project(Set::group_ball, 1, Vector{{3e200, 0, 4e200, 1}});
  EXPECT_NEAR(blocks[0], 0.6, 1e-15);
  EXPECT_NEAR(blocks[2], 0.8, 1e-15);
  EXPECT_EQ(blocks[3], 0);
}

TEST(Projection, LeavesPointsThatAreNotFiniteToTheCaller) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const Set kind : {Set::l1_ball, Set::simplex, Set::group_ball, Set::l2_ball}) {
    Vector x{{infinity, 1, 2}};
    domain(kind).project(x);
    EXPECT_FALSE(x.allFinite());
    Vector missing{{std::nan(""), 1, 2}};
    domain(kind).project(missing);
    EXPECT_FALSE(missing.allFinite());
  }
}

TEST(ProximalTerm, HasTheTablesValues) {
  const Vector y{{3, -0.5, 4}};
  const auto at = [&](Kind kind, double step) {
    Vector x = y;
    Regularizer{.kind = kind, .strength = 2, .l2_strength = 3, .group_size = 2}.prox(step, x);
    return x;
  };
  EXPECT_EQ(at(Kind::none, 0.5), y);
  EXPECT_EQ(at(Kind::l2, 0.5), (Vector{{1.5, -0.25, 2}}));
  EXPECT_EQ(at(Kind::l1, 0.5), (Vector{{2, 0, 3}}));
  EXPECT_EQ(at(Kind::elastic_net, 0.5), (Vector{{0.8, 0, 1.2}}));
  EXPECT_EQ(at(Kind::linf, 0.5), (Vector{{3, -0.5, 3}}));
  EXPECT_EQ(at(Kind::linf, 4), (Vector{{0, 0, 0}}));
  const double norm = std::sqrt(25.25);
  EXPECT_LE((at(Kind::l2_norm, 0.5) - (1 - 1 / norm) * y).norm(), 1e-15);
  const double block = std::sqrt(9.25);
  EXPECT_LE((at(Kind::group_l2, 0.5) - Vector{{3 - 3 / block, -0.5 + 0.5 / block, 3}}).norm(),
            1e-15);
}

TEST(ProximalTerm, ZeroStepProjectsOnly) {
  Numbers01 random(16);
  for (const Case& item : cases()) {
    const ProximalTerm term = term_of(item, 8);
    for (const Vector& y : points(8, random)) {
      Vector projected = y;
      item.domain.project(projected);
      EXPECT_EQ(prox(term, 0, y), projected) << item.name;
    }
  }
}

TEST(ProximalTerm, RefusesWhatHasNoClosedForm) {
  const auto code = [](Kind kind, Set set) {
    Domain place = domain(set);
    place.vertices = Eigen::MatrixXd::Identity(4, 4);
    return ProximalTerm::create(regularizer(kind), place, 4).error().code;
  };
  EXPECT_EQ(code(Kind::linf, Set::box), ErrorCode::unsupported_regularizer);
  EXPECT_EQ(code(Kind::linf, Set::l2_ball), ErrorCode::unsupported_regularizer);
  EXPECT_EQ(code(Kind::l2_norm, Set::l1_ball), ErrorCode::unsupported_regularizer);
  EXPECT_EQ(code(Kind::group_l2, Set::nonnegative), ErrorCode::unsupported_regularizer);
  EXPECT_EQ(code(Kind::none, Set::lp_ball), ErrorCode::unsupported_domain);
  EXPECT_EQ(code(Kind::none, Set::hull), ErrorCode::unsupported_domain);
}

TEST(ProximalTerm, NamesTheBadField) {
  const auto field = [](Regularizer r, Domain c) {
    return ProximalTerm::create(r, std::move(c), 4).error().field;
  };
  Regularizer bad = regularizer(Kind::l1, -1);
  EXPECT_EQ(field(bad, {}), "problem.regularizer.strength");
  bad = regularizer(Kind::elastic_net);
  bad.l2_strength = std::nan("");
  EXPECT_EQ(field(bad, {}), "problem.regularizer.l2Strength");
  bad = regularizer(Kind::group_l2);
  bad.group_size = 0;
  EXPECT_EQ(field(bad, {}), "problem.regularizer.groupSize");
  EXPECT_EQ(field({}, domain(Set::l2_ball, 0)), "problem.domain.radius");
  Domain box = domain(Set::box);
  box.upper = Vector::Zero(3);
  EXPECT_EQ(field({}, box), "problem.domain.upper");
  box.upper = Vector::Constant(1, -1);
  EXPECT_EQ(field({}, box), "problem.domain.upper");
  box.lower = Vector::Constant(1, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(field({}, box), "problem.domain.lower");
}

TEST(Regularizer, KnowsItsCurvatureAndItsSmoothPart) {
  const Vector x{{1, -2}};
  for (const Kind kind : {Kind::none, Kind::l2, Kind::l1, Kind::elastic_net, Kind::l2_norm,
                          Kind::group_l2, Kind::linf}) {
    const Regularizer r = regularizer(kind);
    EXPECT_EQ(r.is_smooth(), kind == Kind::none || kind == Kind::l2);
    const double expected = kind == Kind::l2 ? 0.7 : kind == Kind::elastic_net ? 0.4 : 0;
    EXPECT_EQ(r.strong_convexity(), expected);
    EXPECT_EQ(r.smoothness(), expected);
    Vector gradient{{10, 20}};
    r.add_gradient(x, gradient);
    EXPECT_EQ(gradient, (Vector{{10 + expected, 20 - 2 * expected}}));
  }
}

}  // namespace
}  // namespace noisy::testing
